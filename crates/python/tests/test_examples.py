"""The examples of the documentation, which need nothing but the wheel."""

import doctest
import unittest

import texlens


class Examples(unittest.TestCase):
    def test_docstrings(self):
        found = doctest.testmod(texlens)
        self.assertGreater(found.attempted, 0)
        self.assertEqual(found.failed, 0)

    def test_a_score_has_its_reason(self):
        scores = texlens.score("A $x$.", "A $y$.")
        self.assertIsNone(scores["csr"])
        self.assertIn("compile", scores.details["csr"]["reason"])
        self.assertEqual(list(scores), list(scores.details))

    def test_lists_need_no_library(self):
        batch = texlens.score_batch(["x", None], ["x", "y"], kind="formula", metrics=["exact"])
        self.assertTrue(hasattr(batch, "__arrow_c_array__"))
        self.assertEqual(batch.num_rows, 2)


if __name__ == "__main__":
    unittest.main()
