//! Runs the engine in a browser, by the browser's own WebAssembly. A run blocks, so it belongs in a worker.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, BigInt, Error, Function, Object, Proxy, Reflect, Uint8Array, WebAssembly};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::artefacts::ArtefactError;
use super::host::{Errno, GuestMemory, Host, IMPORTS};
use super::run::Ended;

/// The engine, compiled by the browser.
#[derive(Clone)]
pub(crate) struct Module {
    module: WebAssembly::Module,
    /// Names of the calls that the engine imports.
    calls: Vec<String>,
}

/// The state that the calls of one run share.
struct World {
    host: RefCell<Host>,
    memory: RefCell<Option<WebAssembly::Memory>>,
}

/// A call from the engine: target and `this`, which are ignored, and the arguments.
type Call = Closure<dyn FnMut(JsValue, JsValue, Array) -> Result<JsValue, JsValue>>;

impl GuestMemory for Uint8Array {
    fn read(&self, at: u32, into: &mut [u8]) -> Result<(), Errno> {
        let end = end(self, at, into.len())?;
        self.subarray(at, end).copy_to(into);
        Ok(())
    }

    fn write(&mut self, at: u32, bytes: &[u8]) -> Result<(), Errno> {
        let end = end(self, at, bytes.len())?;
        self.subarray(at, end).copy_from(bytes);
        Ok(())
    }
}

/// Returns the end of a piece of memory with this length.
fn end(memory: &Uint8Array, at: u32, length: usize) -> Result<u32, Errno> {
    let length = u32::try_from(length).map_err(|_| Errno::Fault)?;
    let end = at.checked_add(length).ok_or(Errno::Fault)?;
    if end <= memory.length() {
        Ok(end)
    } else {
        Err(Errno::Fault)
    }
}

impl Module {
    /// Compiles the engine.
    pub(crate) fn new(bytes: &[u8]) -> Result<Self, ArtefactError> {
        let module = WebAssembly::Module::new(&Uint8Array::from(bytes)).map_err(unusable)?;
        let imports = WebAssembly::Module::imports(&module);
        let calls = imports
            .iter()
            .filter(|import| property(import, "module").as_deref() == Some(IMPORTS));
        let calls = calls.filter_map(|import| property(&import, "name")).collect();
        Ok(Self { module, calls })
    }

    /// Runs the engine from start to end in a separate memory.
    pub(crate) fn run(&self, host: Host) -> Result<(Host, Ended), ArtefactError> {
        let world = Rc::new(World {
            host: RefCell::new(host),
            memory: RefCell::new(None),
        });
        let outcome = self.run_in(&world);
        let world = Rc::try_unwrap(world).map_err(|_| ArtefactError::Module("a call did not end".to_owned()))?;
        let host = world.host.into_inner();
        let ended = match (host.stop(), outcome.map_err(unusable)?) {
            (Some(stop), _) => stop.into(),
            (None, Ok(())) => Ended::Exit(0),
            (None, Err(error)) => Ended::Died(text(&error)),
        };
        Ok((host, ended))
    }

    /// Runs the engine. The outer error is a failure to start the engine, and the inner one an error that ended the
    /// run. The closures are dropped when this function returns.
    fn run_in(&self, world: &Rc<World>) -> Result<Result<(), JsValue>, JsValue> {
        let calls: Vec<(&str, Call)> = self
            .calls
            .iter()
            .map(|name| (name.as_str(), call(name, world)))
            .collect();
        let imports = Object::new();
        for (name, call) in &calls {
            Reflect::set(&imports, &(*name).into(), &variadic(call)?)?;
        }
        let modules = Object::new();
        Reflect::set(&modules, &IMPORTS.into(), &imports)?;
        let exports = WebAssembly::Instance::new(&self.module, &modules)?.exports();
        let memory = Reflect::get(&exports, &"memory".into())?.dyn_into()?;
        *world.memory.borrow_mut() = Some(memory);
        let start: Function = Reflect::get(&exports, &"_start".into())?.dyn_into()?;
        let ended = start.call0(&JsValue::UNDEFINED).map(|_| ());
        *world.memory.borrow_mut() = None;
        Ok(ended)
    }
}

fn call(name: &str, world: &Rc<World>) -> Call {
    let (name, world) = (name.to_owned(), Rc::clone(world));
    Closure::new(move |_: JsValue, _: JsValue, arguments: Array| {
        let numbers: Vec<i64> = arguments.iter().map(number).collect();
        // The memory may have grown since the last call, which detaches older views of it.
        let memory = world.memory.borrow();
        let buffer = memory.as_ref().map(WebAssembly::Memory::buffer).unwrap_or_default();
        let answer = world
            .host
            .borrow_mut()
            .call(&name, &numbers, &mut Uint8Array::new(&buffer));
        answer.map(JsValue::from).map_err(|_| Error::new("stop").into())
    })
}

/// Wraps a closure as a function with any number of arguments. Closures take at most eight, and opening a file has
/// nine.
fn variadic(call: &Call) -> Result<JsValue, JsValue> {
    let handler = Object::new();
    Reflect::set(&handler, &"apply".into(), call.as_ref())?;
    Ok(Proxy::new(call.as_ref(), &handler).into())
}

/// Converts a number. Numbers of 64 bits arrive as BigInt.
fn number(value: JsValue) -> i64 {
    match value.as_f64() {
        Some(number) => number as i64,
        None => value
            .dyn_into::<BigInt>()
            .ok()
            .and_then(|number| i64::try_from(number).ok())
            .unwrap_or_default(),
    }
}

fn property(object: &JsValue, name: &str) -> Option<String> {
    Reflect::get(object, &name.into()).ok()?.as_string()
}

fn unusable(error: JsValue) -> ArtefactError {
    ArtefactError::Module(text(&error))
}

/// Returns the message of an error.
fn text(error: &JsValue) -> String {
    error
        .dyn_ref::<Error>()
        .map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}
