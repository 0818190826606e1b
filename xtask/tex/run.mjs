// Runs the engine while its artefacts are built: node xtask/tex/run.mjs MODULE < jobs.json > outcomes.json
//
// A job is {arguments, files: {name: path}, texts: {name: text}, keep: {name: path}}. Its outcome is {status, log,
// read}, where `read` maps the names of files that were read from outside the job to their paths. These files are found
// in the way in which TeX Live finds them, so that the pack must contain exactly the files that a run reads here.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";

const ERRNO = { badf: 8, noent: 44, nosys: 52, spipe: 70 };
const FILE_TYPE = { device: 2, folder: 3, file: 4 };
const ROOT = 3;
const CREATE = 1;
const TRUNCATE = 8;
const ENVIRONMENT = { TEXLENS_STEPS: "20000000000", SOURCE_DATE_EPOCH: "1668988800", FORCE_SOURCE_DATE: "1" };

class Exit extends Error {
  constructor(status) {
    super(`exit ${status}`);
    this.status = status;
  }
}

/** Returns the paths of TeX Live's files by name, from its own lists. */
function index() {
  const found = new Map();
  for (const list of kpsewhich("-all", "ls-R").split("\n")) {
    let folder = "";
    for (const line of readFileSync(list, "utf8").split("\n")) {
      if (line.endsWith(":")) folder = resolve(dirname(list), line.slice(0, -1));
      else if (/\/(map|tex|tfm|vf|web2c)(\/|$)/.test(folder)) found.set(line, [...(found.get(line) ?? []), `${folder}/${line}`]);
    }
  }
  return found;
}

function kpsewhich(...words) {
  return execFileSync("kpsewhich", ["-progname=pdflatex", ...words], { cwd: tmpdir(), encoding: "utf8" }).trim();
}

/**
 * The paths of TeX Live's files. `place` returns that of a file, or undefined. TeX Live itself is asked only if several
 * files have the name.
 */
const places = index();
function place(name) {
  const paths = places.get(name) ?? [];
  if (paths.length > 1) paths.splice(0, paths.length, kpsewhich(name));
  return paths[0];
}

/** The folder of a job: its files, the files that it writes, and TeX Live's files if neither has the name. */
class Folder {
  constructor(job) {
    this.files = new Map();
    this.read = {};
    for (const [name, path] of Object.entries(job.files ?? {})) this.files.set(name, { data: readFileSync(path) });
    for (const [name, text] of Object.entries(job.texts ?? {})) this.files.set(name, { data: Buffer.from(text) });
  }

  find(name) {
    if (!this.files.has(name) && /^[^/]+\.[^/]+$/.test(name)) {
      const path = place(name);
      if (path) this.files.set(name, { data: readFileSync(path), path });
    }
    return this.files.get(name);
  }

  open(name, flags) {
    if (flags & TRUNCATE || (flags & CREATE && !this.find(name))) this.files.set(name, { data: Buffer.alloc(0) });
    const file = this.find(name);
    if (file?.path) this.read[name] = file.path;
    return file;
  }
}

/** The part of WASI that the engine calls. */
function wasi(folder, argv, memory, output) {
  const view = () => new DataView(memory().buffer);
  const bytes = (at, length) => Buffer.from(memory().buffer, at, length);
  const name = (at, length) => bytes(at, length).toString().replace(/^(\.?\/)+/, "");
  const strings = {
    arguments: argv.map((text) => Buffer.from(`${text}\0`)),
    environment: Object.entries(ENVIRONMENT).map(([key, value]) => Buffer.from(`${key}=${value}\0`)),
  };
  const sizes = (list) => (count, total) => {
    view().setUint32(count, list.length, true);
    view().setUint32(total, list.reduce((sum, text) => sum + text.length, 0), true);
    return 0;
  };
  const copy = (list) => (pointers, at) => {
    for (const [index, text] of list.entries()) {
      view().setUint32(pointers + 4 * index, at, true);
      bytes(at, text.length).set(text);
      at += text.length;
    }
    return 0;
  };
  const stat = (at, type, size) => {
    bytes(at, 64).fill(0);
    view().setUint8(at + 16, type);
    view().setBigUint64(at + 24, 1n, true);
    view().setBigUint64(at + 32, BigInt(size), true);
    return 0;
  };
  const vectors = function* (at, count) {
    for (let index = 0; index < count; index++) {
      yield bytes(view().getUint32(at + 8 * index, true), view().getUint32(at + 8 * index + 4, true));
    }
  };
  const opened = new Map();
  let next = ROOT + 1;

  const calls = {
    args_sizes_get: sizes(strings.arguments),
    args_get: copy(strings.arguments),
    environ_sizes_get: sizes(strings.environment),
    environ_get: copy(strings.environment),
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(ENVIRONMENT.SOURCE_DATE_EPOCH) * 1000000000n, true);
      return 0;
    },
    fd_prestat_get(fd, at) {
      if (fd !== ROOT) return ERRNO.badf;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return 0;
    },
    fd_prestat_dir_name(_fd, at) {
      bytes(at, 1).write("/");
      return 0;
    },
    fd_fdstat_get(fd, at) {
      bytes(at, 24).fill(0);
      view().setUint8(at, fd === ROOT ? FILE_TYPE.folder : fd < ROOT ? FILE_TYPE.device : FILE_TYPE.file);
      view().setBigUint64(at + 8, 0x1fffffffn, true);
      view().setBigUint64(at + 16, 0x1fffffffn, true);
      return 0;
    },
    fd_fdstat_set_flags: () => 0,
    fd_close(fd) {
      opened.delete(fd);
      return 0;
    },
    fd_read(fd, at, count, done) {
      let total = 0;
      if (fd !== 0) {
        const handle = opened.get(fd);
        if (!handle) return ERRNO.badf;
        for (const vector of vectors(at, count)) {
          const part = handle.file.data.subarray(handle.position, handle.position + vector.length);
          vector.set(part);
          handle.position += part.length;
          total += part.length;
        }
      }
      view().setUint32(done, total, true);
      return 0;
    },
    fd_write(fd, at, count, done) {
      let total = 0;
      const handle = opened.get(fd);
      if (!handle && fd >= ROOT) return ERRNO.badf;
      for (const vector of vectors(at, count)) {
        if (handle) write(handle, vector);
        else output.push(Buffer.from(vector));
        total += vector.length;
      }
      view().setUint32(done, total, true);
      return 0;
    },
    fd_seek(fd, offset, whence, at) {
      const handle = opened.get(fd);
      if (!handle) return fd < ROOT ? ERRNO.spipe : ERRNO.badf;
      const from = [0, handle.position, handle.file.data.length][whence];
      handle.position = from + Number(offset);
      view().setBigUint64(at, BigInt(handle.position), true);
      return 0;
    },
    fd_filestat_get(fd, at) {
      const handle = opened.get(fd);
      return handle ? stat(at, FILE_TYPE.file, handle.file.data.length) : stat(at, FILE_TYPE.device, 0);
    },
    path_filestat_get(_fd, _flags, at, length, result) {
      const path = name(at, length);
      if (path === "" || path === ".") return stat(result, FILE_TYPE.folder, 0);
      const file = folder.find(path);
      return file ? stat(result, FILE_TYPE.file, file.data.length) : ERRNO.noent;
    },
    path_open(_fd, _lookup, at, length, flags, _rights, _inheriting, _status, result) {
      const file = folder.open(name(at, length), flags);
      if (!file) return ERRNO.noent;
      opened.set(next, { file, position: 0 });
      view().setUint32(result, next++, true);
      return 0;
    },
    path_rename(_fd, at, length, _newFd, newAt, newLength) {
      const file = folder.find(name(at, length));
      if (!file) return ERRNO.noent;
      folder.files.delete(name(at, length));
      folder.files.set(name(newAt, newLength), file);
      return 0;
    },
    path_unlink_file(_fd, at, length) {
      folder.files.delete(name(at, length));
      return 0;
    },
    proc_exit(status) {
      throw new Exit(status);
    },
  };
  return new Proxy(calls, { get: (known, call) => known[call] ?? (() => ERRNO.nosys) });
}

/** Writes at the handle's position; files grow by doubling. */
function write(handle, vector) {
  const { file } = handle;
  const end = handle.position + vector.length;
  if (end > file.data.length) {
    if (end > file.data.buffer.byteLength - file.data.byteOffset || !file.grown) {
      const larger = Buffer.from(new ArrayBuffer(Math.max(4096, 2 * end)));
      file.data.copy(larger);
      Object.assign(file, { data: larger, grown: true });
    }
    file.data = Buffer.from(file.data.buffer, file.data.byteOffset, end);
  }
  file.data.set(vector, handle.position);
  handle.position = end;
}

function run(module, job) {
  const folder = new Folder(job);
  const output = [];
  let instance = null;
  const imports = wasi(folder, ["pdftex", ...job.arguments], () => instance.exports.memory, output);
  instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  let status = 0;
  try {
    /** @type {() => void} */ (instance.exports._start)();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    status = error.status;
  }
  for (const [name, path] of Object.entries(job.keep ?? {})) {
    const file = folder.files.get(name);
    if (file) writeFileSync(path, file.data);
  }
  return { status, log: Buffer.concat(output).toString("latin1"), read: folder.read };
}

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const jobs = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(jobs.map((job) => run(module, job))));
