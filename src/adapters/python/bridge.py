"""The Python side of `import python`: holds the objects of one Sense program and does with them what it asks.

It reads requests from one pipe and writes replies to another, one reply to each request, in order. A frame is its length
(four bytes) and that many bytes; all numbers are little-endian. Behind the length of a reply stands a token of this process,
so that bytes which other code writes to the pipe by mistake are found out. The other side is `src/runtime/host/python`.

    request   one letter for what to do, then its operands        reply   one letter for what came of it, then that

Values cross by a letter for their kind and their bytes; objects cross as the number under which this side keeps them. A
list is a copy. Each list, in the order in which they begin, has a number, so that one that occurs twice, or in itself,
crosses once.

The file must be readable for old versions of Python, which are told that they are too old.
"""

import sys

OLDEST = (3, 8)

# Elements of a list and bytes of a frame: far more than a program has use for, and few enough to have room.
LIST_MAX = 2 ** 26
FRAME_MAX = 2 ** 30
INT_BITS_MAX = 2 ** 20
# No String of Sense is longer; writing one out first would take seconds and gigabytes.
STRING_MAX = 2 ** 28

# Characters of an exception's text that are sent along.
TEXT_MAX = 10000
# So many names of at most a few dozen letters are no longer than that.
MODULES_TOLD_MAX = 250

# Lists of numbers or strings cross as one block from this length on.
BLOCK_MIN = 8


def serve(requests, replies, bell, token):
    import operator
    import os
    import struct
    from array import array
    from itertools import compress, repeat

    is_big_endian = sys.byteorder == "big"
    int64 = struct.Struct("<q")
    uint64 = struct.Struct("<Q")
    uint32 = struct.Struct("<I")
    float64 = struct.Struct("<d")
    tagged_int = struct.Struct("<cq")
    tagged_float = struct.Struct("<cd")
    tagged_object = struct.Struct("<cQB")
    tagged_count = struct.Struct("<cI")
    tagged_counts = struct.Struct("<cII")

    objects = {}
    state = {"next": 1}
    own_file = serve.__code__.co_filename

    class TooMuch(Exception):
        """What is to cross is larger than the other side can hold."""

    # -- values from the other side ------------------------------------------------------------------------------------

    def read_text(data, at):
        """A string: its kind, its length in bytes, the bytes. Gives it with the place behind it."""
        kind = data[at]
        start = at + 5
        end = start + uint32.unpack_from(data, at + 1)[0]
        if kind == 97:  # a
            return data[start:end].decode("ascii"), end
        return data[start:end].decode("utf-16-le", "surrogatepass"), end

    def read_mixed_block(data, at):
        """What `mixed_block_bytes` writes. Gives the list with the place behind it."""
        _, count, int_count = tagged_counts.unpack_from(data, at)
        flags_end = at + 9 + count
        ints_end = flags_end + 8 * int_count
        end = ints_end + 8 * (count - int_count)
        ints = array("q", data[flags_end:ints_end])
        floats = array("d", data[ints_end:end])
        if is_big_endian:
            ints.byteswap()
            floats.byteswap()
        next_of_kind = (iter(floats.tolist()), iter(ints.tolist())).__getitem__
        return list(map(next, map(next_of_kind, data[at + 9 : flags_end]))), end

    def read_value(data, at):
        """One value of any kind. Gives it with the place behind it."""
        lists = []
        stack = []
        while True:
            kind = data[at]
            count = -1
            if kind == 105:  # i
                value = int64.unpack_from(data, at + 1)[0]
                at += 9
            elif kind == 97 or kind == 117:  # a, u
                value, at = read_text(data, at)
            elif kind == 102:  # f
                value = float64.unpack_from(data, at + 1)[0]
                at += 9
            elif kind == 78:  # N
                value = None
                at += 1
            elif kind == 84:  # T
                value = True
                at += 1
            elif kind == 70:  # F
                value = False
                at += 1
            elif kind == 111:  # o
                value = objects[uint64.unpack_from(data, at + 1)[0]]
                at += 9
            elif kind == 73:  # I
                digits, at = read_text(data, at + 1)
                value = int(digits, 16)
            elif kind == 64:  # @
                value = lists[uint32.unpack_from(data, at + 1)[0]]
                at += 5
            elif kind == 91:  # [
                count = uint32.unpack_from(data, at + 1)[0]
                at += 5
                value = []
                lists.append(value)
            elif kind == 123:  # {
                count = uint32.unpack_from(data, at + 1)[0]
                at += 5
                value = {}
                lists.append(value)
            elif kind == 113 or kind == 100:  # q, d
                count_of_numbers = uint32.unpack_from(data, at + 1)[0]
                end = at + 5 + 8 * count_of_numbers
                numbers = array(chr(kind))
                numbers.frombytes(data[at + 5 : end])
                if is_big_endian:
                    numbers.byteswap()
                value = numbers.tolist()
                lists.append(value)
                at = end
            elif kind == 120:  # x
                value, at = read_mixed_block(data, at)
                lists.append(value)
            elif kind == 115:  # s
                joined, at = read_text(data, at + 1)
                value = joined.split("\0")
                lists.append(value)
            else:
                raise RuntimeError("a value of an unknown kind")

            # The value goes into the list or dict that is being filled, and what is full into the one around it.
            if count > 0:
                stack.append([value, count, None])
                if kind == 123:
                    stack[-1][2], at = read_text(data, at)
                continue
            while stack:
                top = stack[-1]
                target, left, key = top
                if key is None:
                    target.append(value)
                else:
                    target[key] = value
                top[1] = left - 1
                if left > 1:
                    if key is not None:
                        top[2], at = read_text(data, at)
                    break
                stack.pop()
                value = target
            else:
                return value, at

    # -- values for the other side -------------------------------------------------------------------------------------

    def text_bytes(text):
        if len(text) > STRING_MAX:
            raise TooMuch("a string of %d characters" % len(text))
        if text.isascii():
            data = text.encode("ascii")
            return tagged_count.pack(b"a", len(data)) + data
        data = text.encode("utf-16-le", "surrogatepass")
        if len(data) > FRAME_MAX:
            raise TooMuch("a string of %d characters" % len(text))
        return tagged_count.pack(b"u", len(data)) + data

    def int_bytes(value):
        if -0x8000000000000000 <= value <= 0x7FFFFFFFFFFFFFFF:
            return tagged_int.pack(b"i", value)
        if value.bit_length() > INT_BITS_MAX:
            raise TooMuch("an int of %d bits" % value.bit_length())
        return b"I" + text_bytes(format(value, "x"))

    def keep(value, is_member):
        number = state["next"]
        state["next"] = number + 1
        objects[number] = value
        return tagged_object.pack(b"o", number, 1 if is_member and callable(value) else 0)

    def scalar_bytes(value, is_member):
        """Everything but a list."""
        if value is None:
            return b"N"
        if value is True:
            return b"T"
        if value is False:
            return b"F"
        if isinstance(value, int):
            return int_bytes(int.__index__(value))
        if isinstance(value, float):
            return tagged_float.pack(b"f", value)
        if isinstance(value, str):
            return text_bytes(str.__str__(value))
        return keep(value, is_member)

    number_flags = {int: 1, float: 0}
    flags_swapped = bytes([1, 0]) + bytes(254)

    def mixed_block_bytes(values, kinds):
        """A list of ints and floats: for each whether it is an int, then the ints, then the floats. Loops in C, for speed."""
        try:
            are_ints = bytes(map(number_flags.__getitem__, kinds))
            ints = array("q", list(compress(values, are_ints)))
        except Exception:
            # Something else is among them, or an int of more than 64 bits.
            return None
        floats = array("d", list(compress(values, are_ints.translate(flags_swapped))))
        if is_big_endian:
            ints.byteswap()
            floats.byteswap()
        return b"".join([tagged_counts.pack(b"x", len(values), len(ints)), are_ints, ints.tobytes(), floats.tobytes()])

    def block_bytes(values):
        """A list of numbers, or of strings, in one piece; None if it is none."""
        kinds = list(map(type, values))
        kind = kinds[0]
        if not all(map(operator.is_, kinds, repeat(kind))):
            return mixed_block_bytes(values, kinds) if kind is int or kind is float else None
        if kind is str:
            joined = "\0".join(values)
            if joined.count("\0") != len(values) - 1:
                return None
            return b"s" + text_bytes(joined)
        if kind is float:
            numbers = array("d", values)
        elif kind is int:
            try:
                numbers = array("q", values)
            except OverflowError:
                return None
        else:
            return None
        if is_big_endian:
            numbers.byteswap()
        return tagged_count.pack(numbers.typecode.encode(), len(numbers)) + numbers.tobytes()

    def value_bytes(value, is_member=False):
        if not isinstance(value, list):
            return scalar_bytes(value, is_member)
        pieces = []
        numbers = {}
        kept = []
        size = 0
        stack = [iter((value,))]
        while stack:
            for element in stack[-1]:
                if not isinstance(element, list):
                    piece = scalar_bytes(element, False)
                else:
                    number = numbers.get(id(element))
                    if number is not None:
                        piece = tagged_count.pack(b"@", number)
                    else:
                        numbers[id(element)] = len(numbers)
                        # A copy, so that the number of elements is right whatever other threads do meanwhile; and no list
                        # goes away before the end, so that an id stands for one.
                        copy = list(element)
                        kept.append((element, copy))
                        if len(copy) > LIST_MAX:
                            raise TooMuch("a list of %d elements" % len(copy))
                        piece = block_bytes(copy) if len(copy) >= BLOCK_MIN else None
                        if piece is None:
                            pieces.append(tagged_count.pack(b"[", len(copy)))
                            stack.append(iter(copy))
                            break
                pieces.append(piece)
                size += len(piece)
                if size > FRAME_MAX:
                    raise TooMuch("more than %d bytes" % FRAME_MAX)
            else:
                stack.pop()
        return b"".join(pieces)

    # -- what can be asked ---------------------------------------------------------------------------------------------

    folders = []

    def put_folder_first(folder):
        if sys.path and sys.path[0] == folder:
            return
        if folder in folders and folder in sys.path:
            sys.path.remove(folder)
        folders.append(folder)
        sys.path.insert(0, folder)

    def import_module(data, at):
        import importlib

        folder, at = read_text(data, at)
        name, at = read_text(data, at)
        put_folder_first(folder)
        return keep(importlib.import_module(name), False)

    def read_member(data, at):
        target = objects[uint64.unpack_from(data, at)[0]]
        name, at = read_text(data, at + 8)
        return value_bytes(getattr(target, name), True)

    def import_member(data, at):
        target = objects[uint64.unpack_from(data, at)[0]]
        name, at = read_text(data, at + 8)
        try:
            found = getattr(target, name)
        except AttributeError:
            # A part of a package that nobody has loaded yet.
            import importlib.util

            whole = "%s.%s" % (target.__name__, name)
            if not hasattr(target, "__path__") or importlib.util.find_spec(whole) is None:
                raise
            found = importlib.import_module(whole)
        return value_bytes(found, True)

    def call(data, at):
        target = objects[uint64.unpack_from(data, at)[0]]
        args = []
        labels = {}
        count = data[at + 8]
        at += 9
        for _ in range(count):
            value, at = read_value(data, at)
            args.append(value)
        count = data[at]
        at += 1
        for _ in range(count):
            name, at = read_text(data, at)
            labels[name], at = read_value(data, at)
        return value_bytes(target(*args, **labels))

    def call_with_list(data, at):
        target = objects[uint64.unpack_from(data, at)[0]]
        args, at = read_value(data, at + 8)
        labels, at = read_value(data, at)
        return value_bytes(target(*args, **labels))

    def read_index(data, at):
        target = objects[uint64.unpack_from(data, at)[0]]
        index, at = read_value(data, at + 8)
        return value_bytes(target[index])

    def write_index(data, at):
        target = objects[uint64.unpack_from(data, at)[0]]
        index, at = read_value(data, at + 8)
        target[index], at = read_value(data, at)
        return b"N"

    def is_equal(data, at):
        target = objects[uint64.unpack_from(data, at)[0]]
        other, at = read_value(data, at + 8)
        return b"T" if target == other else b"F"

    def text_form(data, at):
        return text_bytes(str.__str__(str(objects[uint64.unpack_from(data, at)[0]])))

    fixed_kinds = (tuple, frozenset, range, bytes)

    def iterate(data, at):
        """What never changes is sent as a whole; of all else an iterator is kept."""
        target = objects[uint64.unpack_from(data, at)[0]]
        if type(target) in fixed_kinds and len(target) <= 4096:
            return value_bytes(list(target))
        return keep(iter(target), False)

    def next_element(data, at):
        """A list of the next element, or of nothing at the end."""
        for element in objects[uint64.unpack_from(data, at)[0]]:
            return tagged_count.pack(b"[", 1) + value_bytes(element)
        return tagged_count.pack(b"[", 0)

    def member_names(data, at):
        names = [name for name in dir(objects[uint64.unpack_from(data, at)[0]]) if type(name) is str]
        return value_bytes([name for name in names if not name.startswith("_")][:1000])

    def release(data, at):
        for place in range(at, len(data), 8):
            objects.pop(uint64.unpack_from(data, place)[0], None)
        return None

    actions = {
        ord("m"): import_module,
        ord("a"): read_member,
        ord("f"): import_member,
        ord("c"): call,
        ord("l"): call_with_list,
        ord("i"): read_index,
        ord("w"): write_index,
        ord("e"): is_equal,
        ord("x"): text_form,
        ord("t"): iterate,
        ord("n"): next_element,
        ord("d"): member_names,
        ord("r"): release,
    }

    # -- what went wrong -----------------------------------------------------------------------------------------------

    def place_of(error):
        """Where in other people's code it was raised: the file and the line."""
        place = None
        trace = error.__traceback__
        while trace is not None:
            name = trace.tb_frame.f_code.co_filename
            if name != own_file and not name.startswith("<frozen importlib"):
                place = "%s:%d" % (name, trace.tb_lineno)
            trace = trace.tb_next
        return place

    def guarded_text(make):
        try:
            text = make()
            return str.__str__(text)[:TEXT_MAX] if isinstance(text, str) else ""
        except BaseException:
            return ""

    def missing_module(error):
        name = getattr(error, "name", None) if isinstance(error, ImportError) else None
        return name if type(error) is ModuleNotFoundError and isinstance(name, str) else ""

    def modules_beside(missing):
        """The names of modules in the folders where Python looks for one that is missing, joined by NUL; shorter and longer
        ones than anybody may have meant are left out."""
        package = missing.rpartition(".")[0]
        folders = sys.modules[package].__path__ if package else sys.path
        found = set() if package else set(sys.builtin_module_names).union(getattr(sys, "stdlib_module_names", ()))
        for folder in folders:
            if os.path.isdir(folder):
                for entry in os.listdir(folder):
                    stem, dot, ending = entry.partition(".")
                    if not dot or ending.endswith(("py", "so")):
                        found.add(stem)
        wanted = missing[len(package) :].lstrip(".")
        near = [name for name in found if name.isidentifier() and abs(len(name) - len(wanted)) <= len(wanted) // 3 + 1]
        return "\0".join(sorted(near)[:MODULES_TOLD_MAX])

    def error_reply(error):
        if isinstance(error, SystemExit):
            return exit_reply(error)
        texts = (
            "TooMuch" if isinstance(error, TooMuch) else guarded_text(lambda: type(error).__name__),
            guarded_text(lambda: str(error)),
            guarded_text(lambda: place_of(error)),
            guarded_text(lambda: missing_module(error)),
            guarded_text(lambda: modules_beside(missing_module(error)) if missing_module(error) else ""),
        )
        kind = b"M" if isinstance(error, TooMuch) else b"E"
        return kind + b"".join([text_bytes(text) for text in texts])

    def exit_reply(error):
        code = error.code
        if code is None:
            status = 0
        elif isinstance(code, int):
            status = int(code) & 0xFF
        else:
            status = 1
            try:
                sys.stderr.write("%s\n" % (code,))
            except BaseException:
                pass
        return b"X" + uint32.pack(status)

    # -- the loop ------------------------------------------------------------------------------------------------------

    def flush_output():
        """What was printed must be seen before what the other side prints next."""
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except BrokenPipeError:
            return False
        except BaseException:
            pass
        return True

    def is_output_closed():
        """Whether nobody reads standard output any more."""
        import select

        poll = select.poll()
        poll.register(1, 0)
        return any(flags & select.POLLERR for _, flags in poll.poll(0))

    pending = b""

    def read_some(count):
        try:
            return os.read(requests, count)
        except OSError:
            # Somebody has closed it.
            return b""

    def read_frame(pending):
        """The next frame, and what was read behind it; None at the end of input."""
        while len(pending) < 4:
            data = read_some(65536)
            if not data:
                return None, b""
            pending = pending + data if pending else data
        size = uint32.unpack_from(pending)[0]
        end = 4 + size
        if len(pending) == end:
            return pending[4:], b""
        if len(pending) > end:
            return pending[4:end], pending[end:]
        whole = bytearray(pending)
        while len(whole) < end:
            data = read_some(min(end - len(whole), 1 << 20))
            if not data:
                return None, b""
            whole += data
        return bytes(whole[4:]), b""

    def write_reply(reply):
        data = uint32.pack(len(reply)) + token + reply
        written = os.write(replies, data)
        if written < len(data):
            rest = memoryview(data)
            while written < len(data):
                written += os.write(replies, rest[written : written + (1 << 20)])

    def close_in_child():
        for descriptor in (requests, replies, bell):
            try:
                os.close(descriptor)
            except OSError:
                pass

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=close_in_child)

    out_of_memory = b"E" + b"".join([text_bytes(text) for text in ("MemoryError", "", "", "")])

    while True:
        frame, pending = read_frame(pending)
        if frame is None:
            return
        kind = frame[0]
        # A capital letter asks for a ring of the bell when the reply is there.
        rings = kind < 97
        is_broken = False
        try:
            result = actions[kind | 32](frame, 1)
            if result is None:
                continue
            reply = b"V" + result
            if len(reply) > FRAME_MAX:
                raise TooMuch("more than %d bytes" % FRAME_MAX)
        except BaseException as error:
            is_broken = isinstance(error, BrokenPipeError)
            try:
                reply = error_reply(error)
            except BaseException:
                reply = out_of_memory
            error.__traceback__ = None
        result = frame = None
        # Where Python does not gather what it prints, the print itself fails.
        if not flush_output() or (is_broken and is_output_closed()):
            # What is still to be written goes nowhere, so that the end of Python does not complain about it.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            reply = b"P"
        try:
            if rings:
                os.write(bell, b"!")
            write_reply(reply)
        except OSError:
            # Nobody listens: the program is over, or this is a copy that somebody forked.
            os._exit(0)
        reply = None


def private_copy(descriptor):
    """
    The descriptor under a high number, which nothing started from here gets. Code that closes or writes to low numbers, which
    it takes for its own, does not meet it there.
    """
    import fcntl
    import os

    for lowest in (900, 200, 0):
        try:
            copy = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, lowest)
        except OSError:
            # There are not so many numbers.
            continue
        os.close(descriptor)
        return copy
    return descriptor


def main():
    import os

    if os.getpgrp() != os.getpid():
        # A group of its own, so that one signal reaches it with all that it starts. In the background of a terminal nobody
        # asks there, but whoever tries must get an error and not be stopped.
        import signal

        os.setpgid(0, 0)
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    bell, requests, replies = 3, 4, 5
    token = os.urandom(4)
    hello = "%d.%d.%d" % sys.version_info[:3]
    token_digits = "".join(["%02x" % byte for byte in bytearray(token)])
    os.write(replies, ("sense-python %s %s\n" % (hello, token_digits)).encode("ascii"))
    if sys.version_info < OLDEST:
        return
    bell, requests, replies = [private_copy(descriptor) for descriptor in (bell, requests, replies)]
    own_folder = os.path.dirname(os.path.abspath(__file__))
    if sys.path and os.path.abspath(sys.path[0]) == own_folder:
        del sys.path[0]
    if "PYTHONIOENCODING" not in os.environ:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8")
    sys.argv = [""]
    serve(requests, replies, bell, token)


if __name__ == "__main__":
    main()
