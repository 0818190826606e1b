"""The example for Ray, on files of the machine and on object storage."""

import logging
import os
import unittest
from unittest import mock

import pyarrow.fs
from moto.server import ThreadedMotoServer

from cases import ROOT, Tests, finish, pages, undisturbed
from runs import RAY

# What the clients of object storage ask for. The server is on this machine and takes any.
ACCOUNT = {"AWS_ACCESS_KEY_ID": "nobody", "AWS_SECRET_ACCESS_KEY": "none", "AWS_EC2_METADATA_DISABLED": "true"}


class Ray(Tests, unittest.TestCase):
    example = RAY

    @mock.patch.dict(os.environ, ACCOUNT)
    def test_pages_can_be_in_object_storage(self):
        server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        server.start()
        self.addCleanup(server.stop)
        host, port = server.get_host_and_port()
        place = f"s3://bucket/{{}}?scheme=http&region=us-east-1&endpoint_override={host}:{port}"
        storage, _ = pyarrow.fs.FileSystem.from_uri(place.format("") + "&allow_bucket_creation=true")
        storage.create_dir("bucket")
        pyarrow.fs.copy_files(str(pages()), "bucket/pages", destination_filesystem=storage)
        log, out = ROOT / "storage", ROOT / "from-storage"
        out.mkdir()
        finish(RAY.start(place.format("pages"), place.format("out"), log), log)
        pyarrow.fs.copy_files("bucket/out", str(out), source_filesystem=storage)
        self.assert_same(RAY.scores(out), undisturbed(RAY))


if __name__ == "__main__":
    unittest.main()
