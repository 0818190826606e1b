"""Pages are read as by the command, and PDF files by another process."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock
from pathlib import Path

import numpy
import PIL.Image

import texlens

ROOT = Path(__file__).parents[3]
LINE = ROOT / "tests/e2e/fixtures/line.png"
PDFS = ROOT / "crates/pdf/tests/data"
PAGES = PDFS / "three-pages.pdf"
UNKNOWN = PDFS / "unknown-sign.pdf"
SAMPLE = ROOT / "www/samples/subaddresses.png"
FORMULA = r"\sum_{k=0}^n\frac{x^{2k}}{(2k)!}\leq e^{x^2}"


def by_command(file, *options):
    """Returns the LaTeX and the glyphs of each page that the command gives."""
    with tempfile.TemporaryDirectory() as folder:
        command = [os.environ["TEXLENS_CLI"], "ocr", file, "--out", folder, "--glyphs", *options]
        subprocess.run(command, check=True, capture_output=True)
        latex = Path(folder, file.stem).with_suffix(".tex").read_text(encoding="utf-8")
        # No file here has ten pages.
        glyphs = sorted(Path(folder).glob("*.json"))
        return latex, [json.loads(path.read_text(encoding="utf-8")) for path in glyphs]


class Files(unittest.TestCase):
    def read_both(self, file, options=(), **arguments):
        """Reads a file by wheel and command, which must agree."""
        result = texlens.ocr(file, **arguments)
        latex, glyphs = by_command(file, *options)
        self.assertEqual(result.latex, latex)
        self.assertEqual([page.detected for page in result.pages], glyphs)
        return result

    def test_images_are_read_as_by_the_command(self):
        [page] = self.read_both(SAMPLE).pages
        self.assertEqual((page.number, page.read_from, page.reason, page.error), (1, "image", None, None))
        self.read_both(LINE)
        self.read_both(LINE, ["--network", "fast"], network="fast")
        self.read_both(LINE, ["--network", "accurate"], network="accurate")

    def test_pdf_files_are_read_as_by_the_command(self):
        result = self.read_both(PAGES)
        self.assertEqual([page.number for page in result.pages], [1, 2, 3])
        for source in ("text", "image"):
            read = self.read_both(PAGES, ["--from", source, "--dpi", "100"], read_from=source, dpi=100)
            self.assertEqual({page.read_from for page in read.pages}, {source})
        some = self.read_both(PAGES, ["--pages", "1,3"], pages=[1, 3])
        self.assertEqual([page.number for page in some.pages], [1, 3])
        self.assertEqual(texlens.ocr(PAGES, pages="2-").pages[0].number, 2)
        self.assertEqual(texlens.ocr(PAGES, pages=2).latex, texlens.ocr(PAGES, pages="2").latex)

    def test_glyphs_of_unknown_meaning_are_read_from_the_image(self):
        self.read_both(UNKNOWN)

    def test_bytes_and_paths_are_the_same(self):
        for file in (LINE, PAGES):
            expected = texlens.ocr(file)
            self.assertEqual(texlens.ocr(str(file)), expected)
            self.assertEqual(texlens.ocr(file.read_bytes()), expected)
            self.assertEqual(texlens.ocr(bytearray(file.read_bytes())), expected)

    def test_what_was_drawn_is_read_back(self):
        [png] = texlens.render(FORMULA, format="png")
        self.assertEqual(texlens.ocr(png).latex.strip(), f"\\[\n{FORMULA}\n\\]")


class Pages(unittest.TestCase):
    def test_every_part_has_its_place(self):
        [page] = texlens.ocr(SAMPLE).pages
        self.assertGreater(len(page.tokens), 100)
        kinds = set()
        for token in page.tokens:
            kinds.add(token.kind)
            self.assertEqual(page.latex[token.start : token.end], token.latex)
            self.assertTrue(0 <= token.box.x0 < token.box.x1 <= page.width, token)
            self.assertTrue(0 <= token.box.y0 < token.box.y1 <= page.height, token)
            self.assertTrue(0 < token.confidence <= 1, token)
        self.assertLess({"text", "heading", "inline_math"}, kinds)
        self.assertGreater(len(page.origins), 1000)
        letters = 0
        for origin in page.origins:
            glyph = page.glyphs[origin.glyph]
            self.assertAlmostEqual(glyph["confidence"], origin.confidence)
            letters += page.latex[origin.start : origin.end] == glyph["symbol"]
        self.assertGreater(letters, 500)

    def test_the_reason_is_there(self):
        [blank] = texlens.ocr(numpy.full((300, 400), 255, numpy.uint8)).pages
        self.assertEqual((blank.latex, blank.doubt), ("", "blank"))
        self.assertIn("The page is blank", blank.remarks[0])
        with PIL.Image.open(SAMPLE) as image:
            turned = numpy.rot90(numpy.asarray(image.convert("L")))
        [page] = texlens.ocr(turned).pages
        self.assertEqual(round(page.turn), 90)
        self.assertEqual(page.remarks, ["turned by 90\u00b0 to the right"])
        [scan] = texlens.ocr(PDFS / "hostile/truncated.pdf").pages[:1]
        self.assertEqual(scan.read_from, "image")


class Arrays(unittest.TestCase):
    def test_pixels_are_those_of_the_file(self):
        expected = texlens.ocr(LINE)
        with PIL.Image.open(LINE) as image:
            grey, colour, clear = image.convert("L"), image.convert("RGB"), image.convert("RGBA")
        wide = numpy.zeros((grey.height, 2 * grey.width), numpy.uint8)
        wide[:, ::2] = grey
        for name, source in {
            "grey": numpy.asarray(grey),
            "colour": numpy.asarray(colour),
            "clear": numpy.asarray(clear),
            "every other column": wide[:, ::2],
            "view": memoryview(numpy.asarray(grey)),
            "image": grey,
            "colour image": colour,
            "array": Array(numpy.asarray(colour)),
        }.items():
            with self.subTest(name):
                self.assertEqual(texlens.ocr(source), expected)
                self.assertEqual(texlens.ocr(source).pages[0].detected, expected.pages[0].detected)
        fast = texlens.ocr(numpy.asarray(grey), network="fast")
        self.assertEqual(fast.pages[0].detected, texlens.ocr(LINE, network="fast").pages[0].detected)

    def test_opacity_shows_paper(self):
        clear = numpy.zeros((60, 80, 4), numpy.uint8)
        self.assertEqual(texlens.ocr(clear).pages[0].doubt, "blank")


class Array:
    """An array that gives itself only as one of NumPy, like tensors do."""

    def __init__(self, array):
        self.array = array

    def __array__(self):
        return self.array


class Limits(unittest.TestCase):
    def test_a_page_that_takes_too_much_costs_itself_alone(self):
        hostile = PDFS / "hostile/form-squares.pdf"
        result = texlens.ocr(hostile, read_from="image", dpi=100, pdf_seconds=2, pdf_memory=300)
        lost, read = result.pages
        self.assertRegex(lost.error, "a higher (pdf_seconds|pdf_memory)$")
        self.assertIsNone(read.error)
        self.assertTrue(result.latex.startswith("% Page 1 could not be read: it "), result.latex)
        with self.assertRaisesRegex(ValueError, "pdf_memory|pdf_seconds"):
            texlens.ocr(PDFS / "hostile/dash.pdf", pdf_seconds=2, pdf_memory=300)

    @unittest.skipUnless(Path("/proc/self/environ").exists(), "the system does not show processes")
    def test_the_process_knows_nothing_and_may_be_lost(self):
        failures = []

        def read():
            try:
                texlens.ocr(PDFS / "hostile/forms.pdf", pages=1, pdf_seconds=600)
            except ValueError as error:
                failures.append(str(error))

        reader = threading.Thread(target=read)
        reader.start()
        process = self.wait_for(child_at_work)
        self.assertEqual(Path(f"/proc/{process}/environ").read_bytes(), b"")
        arguments = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
        self.assertEqual(arguments[0], os.fsencode(sys.executable))
        self.assertEqual(arguments[1:3], [b"-I", b"-S"])
        memory = Path(f"/proc/{process}/limits").read_text()
        self.assertRegex(memory, rf"Max address space +{1024 << 20} ")
        os.kill(process, signal.SIGKILL)
        reader.join()
        [failure] = failures
        self.assertIn("ended (signal: 9", failure)

    def wait_for(self, find):
        for _ in range(600):
            if found := find():
                # Time to open the file, since a page that is lost while it is opened is tried again.
                time.sleep(2)
                return found
            time.sleep(0.05)
        self.fail("no process draws")

    def test_it_works_where_only_a_path_leads_to_the_package(self):
        folder = Path(texlens.__file__).parents[1]
        program = f"""
import sys
sys.path.append({str(folder)!r})
import texlens
print(texlens.ocr({str(PAGES)!r}, read_from="text").latex, end="")
"""
        with tempfile.TemporaryDirectory() as elsewhere:
            command = [sys.executable, "-S", "-c", program]
            run = subprocess.run(command, cwd=elsewhere, check=True, capture_output=True, encoding="utf-8")
        self.assertEqual(run.stdout, texlens.ocr(PAGES, read_from="text").latex)

    def test_a_forked_process_reads_images_too(self):
        program = f"""
import os, sys, texlens
expected = texlens.ocr({str(LINE)!r})
child = os.fork()
if child == 0:
    os._exit(0 if texlens.ocr({str(LINE)!r}) == expected else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
        self.assertEqual(subprocess.run([sys.executable, "-c", program], check=False, timeout=120).returncode, 0)

    def test_a_process_is_forked_while_another_thread_reads(self):
        program = f"""
import os, sys, threading, texlens
def read():
    while True:
        texlens.ocr({str(LINE)!r})
expected = texlens.ocr({str(LINE)!r})
threading.Thread(target=read, daemon=True).start()
for _ in range(5):
    child = os.fork()
    if child == 0:
        os._exit(0 if texlens.ocr({str(LINE)!r}) == expected else 1)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        os._exit(1)
os._exit(0)
"""
        self.assertEqual(subprocess.run([sys.executable, "-c", program], check=False, timeout=300).returncode, 0)

    def test_a_python_that_does_not_start_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            python = Path(folder, "python")
            python.write_text("#!/bin/sh\necho no library >&2\nexit 127\n", encoding="utf-8")
            python.chmod(0o755)
            with (
                unittest.mock.patch.object(sys, "executable", str(python)),
                self.assertRaisesRegex(OSError, "no library.* sys.executable, which must be a Python"),
            ):
                texlens.ocr(PAGES)


def child_at_work():
    """Returns the process that draws for this one, once it has loaded the module."""
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            is_child = f"PPid:\t{os.getpid()}\n" in status.read_text()
            if is_child and b"serve_pdf" in status.with_name("cmdline").read_bytes():
                return int(status.parent.name)
        except OSError:
            continue
    return None


class Long(unittest.TestCase):
    def test_an_interrupt_stops_it(self):
        # A shell may have started this process with interrupts ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        with PIL.Image.open(SAMPLE) as image:
            tall = numpy.concatenate([numpy.asarray(image.convert("L"))] * 12)
        texlens.ocr(LINE, network="accurate")
        for source, options in ((tall, {}), (PDFS / "hostile/forms.pdf", {"pdf_seconds": 4})):
            with self.subTest(kind=type(source).__name__):
                threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
                begun = time.monotonic()
                with self.assertRaises(KeyboardInterrupt):
                    texlens.ocr(source, network="accurate", **options)
                self.assertLess(time.monotonic() - begun, 8)
        self.assertEqual(texlens.ocr(LINE).pages[0].error, None)

    def test_other_threads_run_meanwhile(self):
        turns = 0
        done = threading.Event()

        def read():
            texlens.ocr(SAMPLE)
            done.set()

        thread = threading.Thread(target=read)
        thread.start()
        while not done.wait(0.001):
            turns += 1
        thread.join()
        self.assertGreater(turns, 10)

    def test_threads_get_their_own_pages(self):
        expected = {LINE: texlens.ocr(LINE), PAGES: texlens.ocr(PAGES)}
        read = []
        files = [LINE, PAGES] * 3
        threads = [threading.Thread(target=lambda file=file: read.append((file, texlens.ocr(file)))) for file in files]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(read), len(files))
        for file, result in read:
            self.assertEqual(result, expected[file])


class WithPalette:
    """An image as Pillow has it, whose samples are indices of a palette."""

    mode = "P"

    def convert(self, mode):
        raise NotImplementedError(mode)


class BadInput(unittest.TestCase):
    def test_errors_say_what_to_do(self):
        ocr = texlens.ocr
        grey = numpy.zeros((5, 5), numpy.uint8)
        locked = PDFS / "password.pdf"
        wrong = [
            (TypeError, "source must be a path, the bytes of a file, or an array .* not int", lambda: ocr(3)),
            (TypeError, "source must be a path, .* not NoneType", lambda: ocr(None)),
            (FileNotFoundError, "nowhere.png", lambda: ocr("nowhere.png")),
            (ValueError, "the file is empty", lambda: ocr(b"")),
            (ValueError, "not a PNG or JPEG image, it looks like a GIF", lambda: ocr(b"GIF89a")),
            (ValueError, "cut off", lambda: ocr(LINE.read_bytes()[:40])),
            (ValueError, "password", lambda: ocr(locked)),
            (ValueError, "unsigned bytes, not items of the format 'd'", lambda: ocr(grey.astype(float))),
            (ValueError, r"the shape \(25,\): for the bytes of a file", lambda: ocr(grey.reshape(25))),
            (ValueError, "the image has the mode 'P': convert it", lambda: ocr(WithPalette())),
            (ValueError, r"the shape \(5, 5, 2\)", lambda: ocr(numpy.zeros((5, 5, 2), numpy.uint8))),
            (ValueError, r"the shape \(0, 5\)", lambda: ocr(grey[:0])),
            (ValueError, "the limit is 72 megapixels", lambda: ocr(numpy.zeros((9000, 9000), numpy.uint8))),
            (ValueError, 'unknown read_from "ocr": it is one of', lambda: ocr(LINE, read_from="ocr")),
            (ValueError, 'unknown read_from "ocr": it is one of', lambda: ocr(grey, read_from="ocr")),
            (ValueError, 'unknown network "slow": it is one of', lambda: ocr(LINE, network="slow")),
            (TypeError, "network must be a str, not NoneType", lambda: ocr(LINE, network=None)),
            (ValueError, "`two` is neither a page nor a range", lambda: ocr(PAGES, pages="two")),
            (ValueError, "none of the chosen pages exists", lambda: ocr(PAGES, pages=[7])),
            (ValueError, "a number in pages must be from 1", lambda: ocr(PAGES, pages=[0])),
            (TypeError, "a number in pages must be a whole number, not float", lambda: ocr(PAGES, pages=1.5)),
            (ValueError, "dpi must be from 50 to 600", lambda: ocr(PAGES, dpi=1200)),
            (ValueError, "pdf_memory must be from 256 to 65536", lambda: ocr(PAGES, pdf_memory=1)),
            (ValueError, "pdf_seconds must be from 1 to 3600", lambda: ocr(PAGES, pdf_seconds=0)),
        ]
        for kind, message, call in wrong:
            with self.subTest(message=message), self.assertRaisesRegex(kind, message):
                call()

    def test_a_file_that_is_too_large_is_not_read(self):
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            file.truncate(65 << 20)
            with self.assertRaisesRegex(ValueError, "has more than 67108864 bytes"):
                texlens.ocr(file.name)

    def test_a_runtime_that_is_missing_is_an_error(self):
        program = f"""
import texlens
try:
    texlens.ocr({str(LINE)!r})
except OSError as error:
    print(error)
print(texlens.about()["onnx_runtime"], len(texlens.ocr({str(PAGES)!r}, read_from="text").pages))
"""
        run = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "ORT_DYLIB_PATH": "/nowhere/library.so"},
            check=True,
            capture_output=True,
            encoding="utf-8",
        )
        error, last = run.stdout.splitlines()
        self.assertIn("/nowhere/library.so cannot be used as ONNX Runtime", error)
        self.assertIn("name another library in ORT_DYLIB_PATH", error)
        self.assertEqual(last, "None 3")

    def test_a_python_without_a_program_draws_no_pages(self):
        before = sys.executable
        try:
            for executable in ("", None, "/nowhere/python"):
                sys.executable = executable
                with self.assertRaisesRegex(OSError, "the process that draws PDFs could not be started"):
                    texlens.ocr(PAGES)
        finally:
            sys.executable = before


if __name__ == "__main__":
    unittest.main()
