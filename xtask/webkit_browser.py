#!/usr/bin/env python3
"""A browser with WebKitGTK's engine, which its driver directs.

MiniBrowser, the browser in Debian's package, opens private windows when it is directed, and databases of private
windows take no images. This one keeps a profile. It also does what the driver cannot, for the program that listens at a
socket: each line from there is a request in JSON, its name and values, and gets a line as its answer.

python3 webkit_browser.py PROFILE DOWNLOADS SOCKET

Without a name for the profile, the windows are private.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, Gio, GLib, Gtk, WebKit2

Done = Callable[[], None]


class Browser:
    """Windows that share a profile."""

    def __init__(self, profile: str, downloads: Path) -> None:
        """Begin to listen to the driver."""
        self.downloads = downloads
        self.data = (
            WebKit2.WebsiteDataManager(base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache")
            if profile
            else WebKit2.WebsiteDataManager.new_ephemeral()
        )
        self.scripts = WebKit2.UserContentManager()
        self.settings = WebKit2.Settings(
            enable_write_console_messages_to_stdout=True,
            javascript_can_access_clipboard=True,
            javascript_can_open_windows_automatically=True,
        )
        self.context = WebKit2.WebContext.new_with_website_data_manager(self.data)
        self.context.set_automation_allowed(True)
        self.context.connect("automation-started", self.direct)
        self.context.connect("download-started", self.receive)

    def direct(self, _: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
        """Give the driver the windows that it asks for."""
        about = WebKit2.ApplicationInfo()
        about.set_name("texlens-tests")
        session.set_application_info(about)
        session.connect("create-web-view", lambda _: self.open(web_context=self.context))

    def open(self, **origin: WebKit2.WebContext | WebKit2.WebView) -> WebKit2.WebView:
        """Show a page in a window of its own, and in others the pages that it opens."""
        view = WebKit2.WebView(
            is_controlled_by_automation=True,
            user_content_manager=self.scripts,
            settings=self.settings,
            **origin,
        )
        window = Gtk.Window(default_width=1024, default_height=768)
        # No window manager gives a window the focus, without which no element looks as if it had it. It keeps what it
        # gets, since the handlers of the engine come later.
        for widget in (window, view):
            widget.connect("focus-out-event", lambda _, __: True)
        window.add(view)
        view.connect("close", lambda _: window.destroy())
        view.connect("create", lambda view, _: self.open(related_view=view))
        window.show_all()
        view.grab_focus()
        event = Gdk.Event.new(Gdk.EventType.FOCUS_CHANGE)
        event.window, event.in_ = window.get_window(), True
        window.event(event)
        return view

    def receive(self, _: WebKit2.WebContext, download: WebKit2.Download) -> None:
        """Put a file into the folder of downloads. It is hidden until it is whole."""

        def choose(download: WebKit2.Download, name: str) -> bool:
            hidden = self.downloads / f".{os.getpid()}-{name}"
            download.set_destination(GLib.filename_to_uri(str(hidden), None))
            download.connect("finished", lambda _: hidden.rename(self.downloads / name))
            return True

        download.connect("decide-destination", choose)

    def run_scripts(self, done: Done, sources: list[str]) -> None:
        """Run these scripts, and no others, in each new document before its own."""
        self.scripts.remove_all_scripts()
        frames, time = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
        for source in sources:
            self.scripts.add_script(WebKit2.UserScript.new(source, frames, time, None, None))
        done()

    def delete_databases(self, done: Done) -> None:
        """Delete the databases of all origins, also those in use."""

        def deleted(data: WebKit2.WebsiteDataManager, result: Gio.AsyncResult) -> None:
            data.clear_finish(result)
            done()

        self.data.clear(WebKit2.WebsiteDataTypes.INDEXEDDB_DATABASES, 0, None, deleted)


class Requests:
    """The requests that come by a socket, whose first line to the other side is the number of this process."""

    def __init__(self, path: str, acts: dict[str, Callable[..., None]]) -> None:
        """Listen until the other side has gone, with which the browser ends."""
        self.acts = acts
        self.connection = Gio.SocketClient().connect(Gio.UnixSocketAddress.new(path), None)
        self.lines = Gio.DataInputStream.new(self.connection.get_input_stream())
        self.tell(os.getpid())
        self.wait()

    def tell(self, value: Any) -> None:
        """Send a line."""
        self.connection.get_output_stream().write_all(f"{json.dumps(value)}\n".encode(), None)

    def wait(self) -> None:
        """Wait for a line."""
        self.lines.read_line_async(GLib.PRIORITY_DEFAULT, None, self.hear)

    def hear(self, lines: Gio.DataInputStream, result: Gio.AsyncResult) -> None:
        """Do what a line asks for."""
        line, _ = lines.read_line_finish_utf8(result)
        if line is None:
            Gtk.main_quit()
            return
        name, *values = json.loads(line)
        self.acts[name](lambda: self.tell(None), *values)
        self.wait()


def main(profile: str, downloads: str, socket: str) -> None:
    """Run until the driver or the other side of the socket ends it."""
    browser = Browser(profile, Path(downloads))
    requests = Requests(socket, {"runScripts": browser.run_scripts, "deleteDatabases": browser.delete_databases})
    Gtk.main()
    requests.connection.close(None)


if __name__ == "__main__":
    main(*sys.argv[1:])
