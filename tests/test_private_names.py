"""A private name is used in the module that defines it, and nowhere else: not by import, not through a base class."""

import ast
import re
import sys
from pathlib import Path

import pytest

import treewright

PACKAGE = Path(treewright.__file__).parent


def modules():
    return sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)


def is_private(name):
    return name.startswith("_") and not name.startswith("__")


def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def named(path):
    """The dotted name of a module."""
    return ".".join(["treewright", *path.relative_to(PACKAGE).with_suffix("").parts])


def private_members(node):
    """Private names that a class has: methods, attributes of its own and those that its methods give to self."""
    found = {item.name for item in ast.walk(node) if isinstance(item, ast.FunctionDef)}
    for item in ast.walk(node):
        if isinstance(item, ast.Attribute) and isinstance(item.ctx, ast.Store) and ast.unparse(item.value) in ("self", "cls"):
            found.add(item.attr)
    for item in node.body:
        targets = item.targets if isinstance(item, ast.Assign) else [item.target] if isinstance(item, ast.AnnAssign) else []
        found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in found if is_private(name)}


def classes():
    """Of each class of the package, by module and name: its bases (the same way) and its private names."""
    found = {}
    for path in modules():
        tree, module = parsed(path), named(path)
        home_of = {node.name: module for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("treewright"):
                home_of.update({alias.name: node.module for alias in node.names})
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases = [(home_of.get(ast.unparse(base)), ast.unparse(base)) for base in node.bases]
                found[module, node.name] = bases, private_members(node)
    return found


def ancestors(key, known):
    for base in known.get(key, ([], ()))[0]:
        yield base
        yield from ancestors(base, known)


def receivers(function, own):
    """Names that hold something of a class of this module in a function: parameters and variables."""
    found = set(own)
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    found |= {a.arg for a in arguments if a.annotation and own & set(re.findall(r"\w+", ast.unparse(a.annotation)))}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance" and ast.unparse(node.args[1]) in own:
            found.add(ast.unparse(node.args[0]))
        if isinstance(node, ast.Assign) and re.split(r"\W", ast.unparse(node.value))[0] in {*own, "cls"}:
            found |= {ast.unparse(target) for target in node.targets}
    return found


def private_uses(path, known):
    """Private names of other modules that a module uses, as (line, name)."""
    tree, module = parsed(path), named(path)
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("treewright"):
            yield from ((node.lineno, alias.name) for alias in node.names if is_private(alias.name))
        if isinstance(node, ast.ClassDef):  # what it has of others, and what it would define once more
            bases = [base for base in ancestors((module, node.name), known) if base in known and base[0] != module]
            inherited = set().union(*(known[base][1] for base in bases))
            yield from ((node.lineno, name) for name in sorted(inherited & private_members(node)))
            yield from ((use.lineno, use.attr) for use in ast.walk(node) if is_own(use) and use.attr in inherited)
    yield from strange_uses(tree, own, set())


def strange_uses(node, own, known):
    """Private names of what is neither self nor known to be of a class of this module, as (line, name)."""
    if isinstance(node, ast.FunctionDef):
        known = known | receivers(node, own)
    if isinstance(node, ast.Attribute) and is_private(node.attr) and not is_own(node) and ast.unparse(node.value) not in known:
        yield node.lineno, node.attr
    for child in ast.iter_child_nodes(node):
        yield from strange_uses(child, own, known)


def is_own(node):
    """An attribute of self; argparse has no public names for some things that its subclasses need."""
    return isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "cls", "super()", "argparse")


CLASSES = classes()


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_uses_the_private_names_of_another(path):
    if path.parent.name == "parser":  # one class in three files
        return
    assert list(private_uses(path, CLASSES)) == []


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("from treewright.a import _x", "_x"),
        ("def f(other):\n    return other._x\ndef _x(): pass", "_x"),  # a function of this name here does not excuse it
        ("class A:\n    _x = 1\n    def f(self, other: B):\n        return other._x", "_x"),
        ("from treewright.errors import Base\nclass A(Base):\n    def f(self):\n        return self._hidden", "_hidden"),
        ("from treewright.errors import Base\nclass A(Base):\n    def _hidden(self): pass", "_hidden"),
        ("from treewright.errors import Base\nclass A(Base):\n    def f(self):\n        return Base._hidden(self)", "_hidden"),
        ("class A:\n    _x = 1\n    def f(self, other: A):\n        return self._x + other._x + A()._x", "_x"),
        ("class A:\n    _x = 1\n    def f(self, other: A):\n        made = A()\n        return other._x + made._x", None),
    ],
)
def test_private_names_of_others_are_found(code, name, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    (tmp_path / "errors.py").write_text("class Base:\n    def _hidden(self): pass\n")
    (tmp_path / "one.py").write_text(code)
    assert {found for _, found in private_uses(tmp_path / "one.py", classes())} == ({name} if name else set())
