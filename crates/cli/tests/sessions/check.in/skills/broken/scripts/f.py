@tool
def f(:
    pass
