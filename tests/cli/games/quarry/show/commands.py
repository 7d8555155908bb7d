from parcferme.core.errors import ParcFermeError


def length(arguments: list[str]) -> str:
    if not arguments:
        raise ParcFermeError("length: which road?")
    return f"{' '.join(arguments)}: 12"


COMMANDS = {"length": ("How long a road is.", length)}
