from parcferme.core.errors import Fault


def check(document: dict[str, object]) -> list[Fault]:
    faults = [Fault(key, "is not part of a road", "QY-06") for key in document if key not in ("length", "name")]
    if not isinstance(document.get("length"), int):
        faults.append(Fault("length", "is missing or no whole number", "QY-06"))
    return faults
