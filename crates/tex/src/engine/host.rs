//! The environment of the engine: the calls of WASI preview 1, answered from memory.
//!
//! There is one flat folder. Files of the library are readable. Files that the engine writes are in a layer that
//! belongs to this run and ends with it. No call reaches the real file system, the network, the clock or another
//! process, and the amounts that may be written and opened are limited. The guest's memory is behind a trait, so that
//! the native runtime and the browser share all of this code.

use std::collections::HashMap;

use texlens_vocabulary::Limit;

use super::artefacts::{Library, LibraryFile};

/// The module from which the engine imports these calls.
pub(crate) const IMPORTS: &str = "wasi_snapshot_preview1";
/// The time that the engine sees, in nanoseconds since 1970. It is constant, so that results do not depend on the time.
const NOW: u64 = 1_700_000_000_000_000_000;
/// Number of bytes at the end of each stream that are kept.
const KEPT_OUTPUT: usize = 4096;
/// The descriptor of the folder.
const FOLDER: u32 = 3;
const STANDARD_OUTPUT: u32 = 1;
const STANDARD_ERROR: u32 = 2;
/// The last of the descriptors that are open from the start and are not files.
const LAST_STREAM: u32 = STANDARD_ERROR;

/// The memory of the running engine.
pub(crate) trait GuestMemory {
    /// Copies bytes out of the memory.
    fn read(&self, at: u32, into: &mut [u8]) -> Result<(), Errno>;
    /// Copies bytes into the memory.
    fn write(&mut self, at: u32, bytes: &[u8]) -> Result<(), Errno>;
}

/// The error code of a call that fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Errno {
    BadDescriptor = 8,
    /// An address outside the memory.
    Fault = 21,
    Invalid = 28,
    NoEntry = 44,
    NoSuchCall = 52,
    NotSeekable = 70,
}

/// The reason why the engine does not return from a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The engine exited with this status.
    Exit(u32),
    /// The engine would have exceeded a limit.
    Limit(Limit),
}

/// An answer other than success.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    Errno(Errno),
    Stop(Stop),
}

impl From<Errno> for Refusal {
    fn from(errno: Errno) -> Self {
        Self::Errno(errno)
    }
}

type Answer = Result<(), Refusal>;

/// The limits on what a run may write and open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HostLimits {
    /// Maximum number of bytes written, to all files and the terminal together.
    pub(crate) output: u64,
    /// Maximum number of times that files are opened.
    pub(crate) files: u32,
}

/// Content of an open file.
enum Content {
    Library(LibraryFile),
    /// Index into the files of this run.
    Written(usize),
}

struct OpenFile {
    content: Content,
    position: u64,
}

/// The progress of reading a file.
struct Reading {
    descriptor: u32,
    bytes: u64,
}

/// The environment of one run.
pub(crate) struct Host {
    library: Library,
    arguments: Vec<u8>,
    argument_count: u32,
    environment: Vec<u8>,
    environment_count: u32,
    limits: HostLimits,
    written: Vec<Vec<u8>>,
    names: HashMap<Vec<u8>, usize>,
    /// Index of the source among the files of this run, and the progress of reading it through its first descriptor,
    /// once it has been opened.
    source: Option<(usize, Option<Reading>)>,
    open: HashMap<u32, OpenFile>,
    next: u32,
    opened: u32,
    output: u64,
    printed: Vec<u8>,
    told: Vec<u8>,
    stop: Option<Stop>,
}

impl Host {
    pub(crate) fn new(library: Library, arguments: &[&str], environment: &[String], limits: HostLimits) -> Self {
        Self {
            library,
            arguments: terminated(arguments.iter().copied()),
            argument_count: arguments.len() as u32,
            environment: terminated(environment.iter().map(String::as_str)),
            environment_count: environment.len() as u32,
            limits,
            written: Vec::new(),
            names: HashMap::new(),
            source: None,
            open: HashMap::new(),
            next: FOLDER + 1,
            opened: 0,
            output: 0,
            printed: Vec::new(),
            told: Vec::new(),
            stop: None,
        }
    }

    /// Puts a file into the folder.
    pub(crate) fn put(&mut self, name: &str, content: Vec<u8>) {
        self.names.insert(name.as_bytes().to_vec(), self.written.len());
        self.written.push(content);
    }

    /// Puts the source into the folder: the file that the engine should read from its beginning to its end.
    pub(crate) fn put_source(&mut self, name: &str, content: Vec<u8>) {
        self.source = Some((self.written.len(), None));
        self.put(name, content);
    }

    /// Returns the number of bytes of the source that were read through its first descriptor. A text that opens the
    /// source again cannot increase it.
    pub(crate) fn source_read(&self) -> u64 {
        let reading = self.source.as_ref().and_then(|(_, reading)| reading.as_ref());
        reading.map_or(0, |reading| reading.bytes)
    }

    /// Returns a file that was put or written.
    pub(crate) fn file(&self, name: &str) -> Option<&[u8]> {
        let index = *self.names.get(name.as_bytes())?;
        self.written.get(index).map(Vec::as_slice)
    }

    /// Removes a file from the folder and returns it.
    pub(crate) fn take(&mut self, name: &str) -> Option<Vec<u8>> {
        let index = self.names.remove(name.as_bytes())?;
        self.written.get_mut(index).map(std::mem::take)
    }

    /// Returns the end of the engine's output on its terminal, which a text can partly control.
    pub(crate) fn printed(&self) -> &[u8] {
        &self.printed
    }

    /// Returns the end of the engine's output on standard error, to which no text can write.
    pub(crate) fn told(&self) -> &[u8] {
        &self.told
    }

    /// Returns the reason why the engine stopped, if it stopped in a call.
    pub(crate) fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Answers a call with 0 or an error code. Numbers of 32 bits arrive extended to 64 bits.
    pub(crate) fn call(&mut self, name: &str, numbers: &[i64], memory: &mut impl GuestMemory) -> Result<i32, Stop> {
        match self.answer(name, &Numbers(numbers), memory) {
            Ok(()) => Ok(0),
            Err(Refusal::Errno(errno)) => Ok(errno as i32),
            Err(Refusal::Stop(stop)) => {
                self.stop = Some(stop);
                Err(stop)
            }
        }
    }

    fn answer(&mut self, name: &str, n: &Numbers<'_>, memory: &mut impl GuestMemory) -> Answer {
        match name {
            "args_sizes_get" => sizes(self.argument_count, &self.arguments, n, memory),
            "args_get" => strings(&self.arguments, n, memory),
            "environ_sizes_get" => sizes(self.environment_count, &self.environment, n, memory),
            "environ_get" => strings(&self.environment, n, memory),
            "clock_time_get" => put(memory, n.u32(2), &NOW.to_le_bytes()),
            "clock_res_get" => put(memory, n.u32(1), &1_000_000_u64.to_le_bytes()),
            "fd_prestat_get" => prestat(n, memory),
            "fd_prestat_dir_name" => put(memory, n.u32(1), b"/"),
            "fd_fdstat_get" => self.descriptor_status(n, memory),
            "fd_fdstat_set_flags" => Ok(()),
            "fd_filestat_get" => self.status_of_open(n, memory),
            "path_filestat_get" => self.status_of_path(n, memory),
            "path_open" => self.open(n, memory),
            "fd_close" => self.close(n.u32(0)),
            "fd_read" => self.read(n, memory),
            "fd_write" => self.write(n, memory),
            "fd_seek" => self.seek(n, memory),
            "path_unlink_file" => self.unlink(n, memory),
            "path_rename" => self.rename(n, memory),
            "proc_exit" => Err(Refusal::Stop(Stop::Exit(n.u32(0)))),
            _ => Err(Errno::NoSuchCall.into()),
        }
    }

    fn descriptor_status(&self, n: &Numbers<'_>, memory: &mut impl GuestMemory) -> Answer {
        let descriptor = n.u32(0);
        let kind = match descriptor {
            ..=LAST_STREAM => FileType::CharacterDevice,
            FOLDER => FileType::Directory,
            _ if self.open.contains_key(&descriptor) => FileType::Regular,
            _ => return Err(Errno::BadDescriptor.into()),
        };
        let rights = 0x1fff_ffff_u64.to_le_bytes();
        let mut status = [0; 24];
        fill(&mut status, 0, &[kind as u8]);
        fill(&mut status, 8, &rights);
        fill(&mut status, 16, &rights);
        put(memory, n.u32(1), &status)
    }

    fn status_of_open(&self, n: &Numbers<'_>, memory: &mut impl GuestMemory) -> Answer {
        let descriptor = n.u32(0);
        if descriptor <= LAST_STREAM {
            return file_status(memory, n.u32(1), FileType::CharacterDevice, 0);
        }
        let file = self.open.get(&descriptor).ok_or(Errno::BadDescriptor)?;
        file_status(memory, n.u32(1), FileType::Regular, self.content(file).len())
    }

    fn status_of_path(&self, n: &Numbers<'_>, memory: &mut impl GuestMemory) -> Answer {
        let name = path(n.u32(2), n.u32(3), memory)?;
        let at = n.u32(4);
        if name.is_empty() || name == b"." {
            return file_status(memory, at, FileType::Directory, 0);
        }
        let content = self.find(&name).ok_or(Errno::NoEntry)?;
        file_status(memory, at, FileType::Regular, self.bytes(&content).len())
    }

    fn open(&mut self, n: &Numbers<'_>, memory: &mut impl GuestMemory) -> Answer {
        const CREATE: u32 = 1;
        const TRUNCATE: u32 = 8;
        if self.opened >= self.limits.files {
            return Err(Refusal::Stop(Stop::Limit(Limit::Files)));
        }
        let name = path(n.u32(2), n.u32(3), memory)?;
        let flags = n.u32(4);
        let content = match self.find(&name) {
            None if flags & CREATE == 0 => return Err(Errno::NoEntry.into()),
            Some(content @ Content::Written(_)) if flags & TRUNCATE == 0 => content,
            Some(content) if flags & (CREATE | TRUNCATE) == 0 => content,
            _ => self.create(name),
        };
        let descriptor = self.next;
        put(memory, n.u32(8), &descriptor.to_le_bytes())?;
        self.next += 1;
        self.opened += 1;
        if let (Some((source, reading @ None)), Content::Written(index)) = (&mut self.source, &content)
            && source == index
        {
            *reading = Some(Reading { descriptor, bytes: 0 });
        }
        self.open.insert(descriptor, OpenFile { content, position: 0 });
        Ok(())
    }

    /// Creates an empty file, which hides any file of the same name.
    fn create(&mut self, name: Vec<u8>) -> Content {
        let index = self.written.len();
        self.written.push(Vec::new());
        self.names.insert(name, index);
        Content::Written(index)
    }

    fn close(&mut self, descriptor: u32) -> Answer {
        match self.open.remove(&descriptor) {
            Some(_) => Ok(()),
            None if descriptor <= FOLDER => Ok(()),
            None => Err(Errno::BadDescriptor.into()),
        }
    }

    fn read(&mut self, n: &Numbers<'_>, memory: &mut impl GuestMemory) -> Answer {
        let (descriptor, total_at) = (n.u32(0), n.u32(3));
        let buffers = buffers(n, memory)?;
        let mut total = 0;
        // The terminal has no input.
        if descriptor != 0 {
            let file = self.open.get(&descriptor).ok_or(Errno::BadDescriptor)?;
            let content = self.content(file);
            let start = usize::try_from(file.position).unwrap_or(usize::MAX);
            for (at, length) in buffers {
                let rest = content.get(start.saturating_add(total)..).unwrap_or_default();
                let piece = rest.get(..length as usize).unwrap_or(rest);
                if piece.is_empty() {
                    break;
                }
                memory.write(at, piece)?;
                total += piece.len();
            }
        }
        if let Some(file) = self.open.get_mut(&descriptor) {
            file.position += total as u64;
            if let Some((_, Some(reading))) = &mut self.source
                && reading.descriptor == descriptor
            {
                reading.bytes = reading.bytes.max(file.position);
            }
        }
        put(memory, total_at, &(total as u32).to_le_bytes())
    }

    fn write(&mut self, n: &Numbers<'_>, memory: &mut impl GuestMemory) -> Answer {
        let (descriptor, total_at) = (n.u32(0), n.u32(3));
        let buffers = buffers(n, memory)?;
        let total = buffers.iter().map(|(_, length)| u64::from(*length)).sum();
        self.spend(total)?;
        for (at, length) in buffers {
            self.write_one(descriptor, at, length as usize, memory)?;
        }
        put(memory, total_at, &(total as u32).to_le_bytes())
    }

    fn spend(&mut self, bytes: u64) -> Answer {
        self.output = self.output.saturating_add(bytes);
        if self.output > self.limits.output {
            return Err(Refusal::Stop(Stop::Limit(Limit::Output)));
        }
        Ok(())
    }

    fn write_one(&mut self, descriptor: u32, at: u32, length: usize, memory: &impl GuestMemory) -> Answer {
        match descriptor {
            STANDARD_OUTPUT => return append(&mut self.printed, at, length, memory),
            STANDARD_ERROR => return append(&mut self.told, at, length, memory),
            _ => {}
        }
        let file = self.open.get_mut(&descriptor).ok_or(Errno::BadDescriptor)?;
        let Content::Written(index) = file.content else {
            return Err(Errno::BadDescriptor.into());
        };
        let target = self.written.get_mut(index).ok_or(Errno::BadDescriptor)?;
        let end = file.position.saturating_add(length as u64);
        // A position far beyond the end would fill the gap with zeros.
        if end > self.limits.output {
            return Err(Refusal::Stop(Stop::Limit(Limit::Output)));
        }
        let (start, stop) = (file.position as usize, end as usize);
        if target.len() < stop {
            target.resize(stop, 0);
        }
        memory.read(at, target.get_mut(start..stop).unwrap_or_default())?;
        file.position = end;
        Ok(())
    }

    fn seek(&mut self, n: &Numbers<'_>, memory: &mut impl GuestMemory) -> Answer {
        let (descriptor, offset) = (n.u32(0), n.i64(1));
        if descriptor <= LAST_STREAM {
            return Err(Errno::NotSeekable.into());
        }
        let file = self.open.get(&descriptor).ok_or(Errno::BadDescriptor)?;
        let from = match n.u32(2) {
            0 => 0,
            1 => file.position,
            2 => self.content(file).len() as u64,
            _ => return Err(Errno::Invalid.into()),
        };
        let position = from.checked_add_signed(offset).ok_or(Errno::Invalid)?;
        if let Some(file) = self.open.get_mut(&descriptor) {
            file.position = position;
        }
        put(memory, n.u32(3), &position.to_le_bytes())
    }

    fn unlink(&mut self, n: &Numbers<'_>, memory: &impl GuestMemory) -> Answer {
        let name = path(n.u32(1), n.u32(2), memory)?;
        self.names.remove(&name);
        Ok(())
    }

    fn rename(&mut self, n: &Numbers<'_>, memory: &impl GuestMemory) -> Answer {
        let (old, new) = (path(n.u32(1), n.u32(2), memory)?, path(n.u32(4), n.u32(5), memory)?);
        let index = self.names.remove(&old).ok_or(Errno::NoEntry)?;
        self.names.insert(new, index);
        Ok(())
    }

    fn find(&self, name: &[u8]) -> Option<Content> {
        match self.names.get(name) {
            Some(index) => Some(Content::Written(*index)),
            None => self.library.find(name).map(Content::Library),
        }
    }

    fn content<'a>(&'a self, file: &'a OpenFile) -> &'a [u8] {
        self.bytes(&file.content)
    }

    fn bytes<'a>(&'a self, content: &'a Content) -> &'a [u8] {
        match content {
            Content::Library(file) => file.bytes(),
            Content::Written(index) => self.written.get(*index).map(Vec::as_slice).unwrap_or_default(),
        }
    }
}

/// Appends output to the kept end of a stream.
fn append(stream: &mut Vec<u8>, at: u32, length: usize, memory: &impl GuestMemory) -> Answer {
    let start = stream.len();
    stream.resize(start + length, 0);
    memory.read(at, stream.get_mut(start..).unwrap_or_default())?;
    let surplus = stream.len().saturating_sub(KEPT_OUTPUT);
    stream.drain(..surplus);
    Ok(())
}

/// The arguments of a call.
struct Numbers<'a>(&'a [i64]);

impl Numbers<'_> {
    fn i64(&self, index: usize) -> i64 {
        self.0.get(index).copied().unwrap_or_default()
    }

    fn u32(&self, index: usize) -> u32 {
        self.i64(index) as u32
    }
}

/// Types of files, with their numbers in WASI.
#[derive(Clone, Copy)]
#[repr(u8)]
enum FileType {
    CharacterDevice = 2,
    Directory = 3,
    Regular = 4,
}

fn put(memory: &mut impl GuestMemory, at: u32, bytes: &[u8]) -> Answer {
    Ok(memory.write(at, bytes)?)
}

fn fill(status: &mut [u8], at: usize, bytes: &[u8]) {
    status
        .iter_mut()
        .skip(at)
        .zip(bytes)
        .for_each(|(slot, byte)| *slot = *byte);
}

fn file_status(memory: &mut impl GuestMemory, at: u32, kind: FileType, size: usize) -> Answer {
    let mut status = [0; 64];
    fill(&mut status, 16, &[kind as u8]);
    fill(&mut status, 24, &1_u64.to_le_bytes());
    fill(&mut status, 32, &(size as u64).to_le_bytes());
    put(memory, at, &status)
}

fn prestat(n: &Numbers<'_>, memory: &mut impl GuestMemory) -> Answer {
    if n.u32(0) != FOLDER {
        return Err(Errno::BadDescriptor.into());
    }
    // A folder whose name has one byte.
    put(memory, n.u32(1), &[0, 0, 0, 0, 1, 0, 0, 0])
}

/// Concatenates strings, each with a terminating zero byte as in C.
fn terminated<'a>(strings: impl Iterator<Item = &'a str>) -> Vec<u8> {
    strings
        .flat_map(|string| string.bytes().filter(|byte| *byte != 0).chain([0]))
        .collect()
}

fn sizes(count: u32, bytes: &[u8], n: &Numbers<'_>, memory: &mut impl GuestMemory) -> Answer {
    put(memory, n.u32(0), &count.to_le_bytes())?;
    put(memory, n.u32(1), &(bytes.len() as u32).to_le_bytes())
}

fn strings(bytes: &[u8], n: &Numbers<'_>, memory: &mut impl GuestMemory) -> Answer {
    let (mut pointer, mut at) = (n.u32(0), n.u32(1));
    for string in bytes.split_inclusive(|byte| *byte == 0) {
        memory.write(pointer, &at.to_le_bytes())?;
        memory.write(at, string)?;
        pointer = pointer.wrapping_add(4);
        at = at.wrapping_add(string.len() as u32);
    }
    Ok(())
}

/// Reads the name of a file. There is only one folder, however the path is written.
fn path(at: u32, length: u32, memory: &impl GuestMemory) -> Result<Vec<u8>, Errno> {
    const MAX_PATH: u32 = 4096;
    if length > MAX_PATH {
        return Err(Errno::Invalid);
    }
    let mut name = vec![0; length as usize];
    memory.read(at, &mut name)?;
    let mut rest = name.as_slice();
    while let Some(shorter) = rest.strip_prefix(b"./").or_else(|| rest.strip_prefix(b"/")) {
        rest = shorter;
    }
    Ok(rest.to_vec())
}

/// Reads the buffers of a read or write call.
fn buffers(n: &Numbers<'_>, memory: &impl GuestMemory) -> Result<Vec<(u32, u32)>, Errno> {
    const MAX_BUFFERS: u32 = 1024;
    let (at, count) = (n.u32(1), n.u32(2));
    if count > MAX_BUFFERS {
        return Err(Errno::Invalid);
    }
    (0..count)
        .map(|index| {
            let at = at.checked_add(8 * index).ok_or(Errno::Fault)?;
            Ok((word(at, memory)?, word(at.checked_add(4).ok_or(Errno::Fault)?, memory)?))
        })
        .collect()
}

fn word(at: u32, memory: &impl GuestMemory) -> Result<u32, Errno> {
    let mut bytes = [0; 4];
    memory.read(at, &mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}
