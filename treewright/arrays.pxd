# compiled so that COMPILED tells the mode
