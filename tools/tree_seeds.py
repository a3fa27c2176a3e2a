"""Trees of our own in every format that holds them: gaps, secondary edges, tables, comments and odd words."""

from __future__ import annotations

EXPORT = """\
#FORMAT 4
%% two invented sentences
#BOT ORIGIN
0\tours\tinvented
#EOT ORIGIN
#BOS 7 2 1098266454 1 %% seen twice
%% a second comment
What\twhat\tWP\t--\tOA\t500
did\tdo\tVBD\tPast\tHD\t502
you\tyou\tPRP\t2.Pl\tSB\t502\tSB\t501
see\tsee\tVB\t--\tHD\t501\t%% the verb
?\t--\t.\t--\t--\t0
#500\t--\tWHNP\t--\t--\t501
#501\t--\tVP\t--\tOC\t502
#502\t--\tSQ\t--\t--\t0\tX\t501\t%% both
#EOS 7
#BOS 8 0 0 0
Stop\tstop\tVB\t--\t--\t500
-LRB-\t--\t-LRB-\t--\t--\t0
#1\t--\t$(\t--\t--\t0
#500\t--\tS\t--\t--\t0
#EOS 8
"""
EXPORT3 = """\
#FORMAT 3
#BOS 1 0 0 0
Dogs\tNNS\tPl\tSB\t500
bark\tVBP\t--\tHD\t500
#500\tS\t--\t--\t0
#EOS 1
"""
DISCBRACKET = """\
(ROOT (SQ (VP (WHNP (WP 0=What)) (VB 3=see)) (VBD 1=did) (PRP 2=you)) (. 4=?))\tseen twice
(ROOT (S (VB 0=Stop)) (-LRB- 1=-LRB-) ($-LRB- 2=#1))
"""
PENN = """\
( (S (NP-SBJ-1 (DT The) (NN dog))
     (VP (VBZ seems)
         (S (VP=2 (TO to) (VP (VB bark))) (-LRB- -LRB-)))
     (. .)) )
(ROOT (X (UH Well)))
(NP (NN rain))
"""
TIGER = """\
<?xml version="1.0" encoding="UTF-8"?>
<corpus id="own"><head><meta><name>own</name></meta></head><body>
<s id="s1"><graph root="s1_VROOT" discontinuous="true">
<terminals>
<t id="s1_1" word="What" lemma="what" pos="WP" morph="--"/>
<t id="s1_2" word="did" lemma="do" pos="VBD" morph="Past"/>
<t id="s1_3" word="you" lemma="you" pos="PRP" case="Nom" number="--"><secedge label="SB" idref="s1_501"/></t>
<t id="s1_4" word="see" pos="VB"/>
<t id="s1_5" word="&lt;" pos="."/>
</terminals>
<nonterminals>
<nt id="s1_501" cat="VP"><edge label="OA" idref="s1_1"/><edge label="HD" idref="s1_4"/></nt>
<nt id="s1_502" cat="SQ"><edge label="OC" idref="s1_501"/><edge label="HD" idref="s1_2"/><edge label="SB" idref="s1_3"/></nt>
<nt id="s1_VROOT" cat="VROOT"><edge label="--" idref="s1_502"/><edge label="--" idref="s1_5"/></nt>
</nonterminals></graph></s>
<s id="s2"><graph root="s2_1"><terminals><t id="s2_1" word="Yes" pos="UH"/></terminals><nonterminals/></graph></s>
</body></corpus>
"""
TREES = {"export": EXPORT, "export3": EXPORT3, "discbracket": DISCBRACKET, "bracket": PENN, "tiger": TIGER}
