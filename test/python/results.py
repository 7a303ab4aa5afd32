"""Reads calls, one JSON array [name, [argument, ...]] a line, and writes what Python makes of each, one JSON value a line.

Values are tagged so that nothing is lost on the way: {"int": "5"}, {"float": "0.5"}, {"items": [...]}, {"entries": [[k, v]]};
null, booleans and strings stand for themselves. Whatever Python raises becomes {"error": "TypeName"}.
"""

import json
import math
import re
import sys
from fractions import Fraction


def decode(value):
    if not isinstance(value, dict):
        return value
    (tag, content), = value.items()
    if tag == "int":
        return int(content)
    if tag == "float":
        return float(content)
    if tag == "items":
        return [decode(item) for item in content]
    return {key: decode(item) for key, item in content}


def encode(value):
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return {"int": str(value)}
    if isinstance(value, float):
        return {"float": repr(value)}
    if isinstance(value, dict):
        return {"entries": [[key, encode(item)] for key, item in value.items()]}
    if isinstance(value, (list, tuple)):
        return {"items": [encode(item) for item in value]}
    raise TypeError(type(value).__name__)


def find(s, part):
    index = s.find(part)
    return None if index == -1 else index


def find_all(s, pattern):
    return [[match.group(0), *match.groups()] for match in re.finditer(pattern, s)]


def replace_all(s, pattern, new):
    template = re.sub(r"\$(\d)", r"\\g<\1>", new.replace("\\", "\\\\"))
    return re.sub(pattern, template, s)


def power(x, y):
    if isinstance(x, int) and isinstance(y, int) and y < 0:
        return float(Fraction(1, x**-y))
    result = x**y
    if isinstance(result, complex):
        raise ValueError
    return result


def refuse(text):
    raise ValueError(text)


def finite(text):
    value = float(text)
    return value if math.isfinite(value) else refuse(text)


functions = {
    "text.split": lambda s, *separator: s.split(*separator),
    "text.join": lambda parts, separator: separator.join(parts),
    "text.lines": lambda s: s.splitlines(),
    "text.contains": lambda s, part: part in s,
    "text.starts_with": lambda s, part: s.startswith(part),
    "text.ends_with": lambda s, part: s.endswith(part),
    "text.find": find,
    "text.replace": lambda s, old, new: s.replace(old, new),
    "text.slice": lambda s, start, end=None: s[start:end],
    "text.repeat": lambda s, n: s * n,
    "text.pad_left": lambda s, width, fill=" ": s.rjust(width, fill),
    "text.pad_right": lambda s, width, fill=" ": s.ljust(width, fill),
    "text.trim": lambda s: s.strip(),
    "text.lower": lambda s: s.lower(),
    "text.upper": lambda s: s.upper(),
    "text.matches": lambda s, pattern: re.search(pattern, s) is not None,
    "text.find_all": find_all,
    "text.replace_all": replace_all,
    "math.floor": math.floor,
    "math.ceil": math.ceil,
    "math.round": round,
    "math.abs": abs,
    "math.pow": power,
    "math.sqrt": math.sqrt,
    "math.log": math.log,
    "math.exp": math.exp,
    "math.sin": math.sin,
    "math.cos": math.cos,
    "json.parse": lambda s: json.loads(s, parse_float=finite, parse_constant=refuse),
    "json.text": lambda x, indent=None: json.dumps(x, ensure_ascii=False, allow_nan=False, indent=indent),
    "arrays.sort": sorted,
    "arrays.min": min,
    "arrays.max": max,
    "arrays.sum": sum,
    "arrays.reverse": lambda xs: xs[::-1],
    "arrays.slice": lambda xs, start, end=None: xs[start:end],
    "arrays.zip": lambda a, b: list(zip(a, b)),
}

for line in sys.stdin:
    name, arguments = json.loads(line)
    try:
        result = encode(functions[name](*map(decode, arguments)))
    except (ValueError, TypeError, OverflowError, ZeroDivisionError, ArithmeticError) as error:
        result = {"error": type(error).__name__}
    print(json.dumps(result))
