//! Runs the engine outside a browser.

use wasmtime::{
    Cache, CacheConfig, Caller, Config, Engine, Error, Extern, InstancePre, Linker, Memory, OptLevel, ResourceLimiter,
    Store, Trap, Val,
};

use super::artefacts::ArtefactError;
use super::host::{Errno, GuestMemory, Host, IMPORTS};
use super::run::{Ended, MAX_MEMORY};

/// The engine, compiled for this machine.
#[derive(Clone)]
pub(crate) struct Module {
    engine: Engine,
    ready: InstancePre<World>,
}

struct World {
    host: Host,
    memory: Option<Memory>,
}

/// Limits the memory of the engine.
impl ResourceLimiter for World {
    fn memory_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        Ok(desired <= MAX_MEMORY)
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        const MAX_TABLE: usize = 1 << 16;
        Ok(desired <= MAX_TABLE)
    }
}

impl GuestMemory for &mut [u8] {
    fn read(&self, at: u32, into: &mut [u8]) -> Result<(), Errno> {
        let start = at as usize;
        let piece = start.checked_add(into.len()).and_then(|end| self.get(start..end));
        into.copy_from_slice(piece.ok_or(Errno::Fault)?);
        Ok(())
    }

    fn write(&mut self, at: u32, bytes: &[u8]) -> Result<(), Errno> {
        let start = at as usize;
        let piece = start.checked_add(bytes.len()).and_then(|end| self.get_mut(start..end));
        piece.ok_or(Errno::Fault)?.copy_from_slice(bytes);
        Ok(())
    }
}

impl Module {
    /// Compiles the engine, which takes a second, or takes what an earlier process of this version has compiled and
    /// stored in wasmtime's folder of the user's cache. Runs are cheap afterwards.
    pub(crate) fn new(bytes: &[u8]) -> Result<Self, ArtefactError> {
        Self::compile(bytes).map_err(|error| ArtefactError::Module(format!("{error:#}")))
    }

    fn compile(bytes: &[u8]) -> wasmtime::Result<Self> {
        let mut config = Config::new();
        config.cranelift_opt_level(OptLevel::Speed);
        // Users without a home, or whose home cannot be written to, wait for that second each time.
        config.cache(Cache::new(CacheConfig::new()).ok());
        let engine = Engine::new(&config)?;
        let module = wasmtime::Module::new(&engine, bytes)?;
        let mut linker = Linker::new(&engine);
        for import in module.imports().filter(|import| import.module() == IMPORTS) {
            let (name, Some(kind)) = (import.name().to_owned(), import.ty().func().cloned()) else {
                continue;
            };
            linker.func_new(IMPORTS, import.name(), kind, move |caller, numbers, results| {
                call(&name, caller, numbers, results)
            })?;
        }
        let ready = linker.instantiate_pre(&module)?;
        Ok(Self { engine, ready })
    }

    /// Runs the engine from start to end in a separate memory.
    pub(crate) fn run(&self, host: Host) -> Result<(Host, Ended), ArtefactError> {
        let mut store = Store::new(&self.engine, World { host, memory: None });
        store.limiter(|world| world);
        let unusable = |error: Error| ArtefactError::Module(format!("{error:#}"));
        let instance = self.ready.instantiate(&mut store).map_err(unusable)?;
        store.data_mut().memory = instance.get_memory(&mut store, "memory");
        let start = instance
            .get_typed_func::<(), ()>(&mut store, "_start")
            .map_err(unusable)?;
        let outcome = start.call(&mut store, ());
        let host = store.into_data().host;
        let ended = match (host.stop(), outcome) {
            (Some(stop), _) => stop.into(),
            (None, Ok(())) => Ended::Exit(0),
            (None, Err(error)) => Ended::Died(reason(&error)),
        };
        Ok((host, ended))
    }
}

fn reason(error: &Error) -> String {
    error
        .downcast_ref::<Trap>()
        .map_or_else(|| error.to_string(), Trap::to_string)
}

fn call(name: &str, mut caller: Caller<'_, World>, numbers: &[Val], results: &mut [Val]) -> wasmtime::Result<()> {
    let numbers: Vec<i64> = numbers.iter().map(number).collect();
    let memory = caller
        .data()
        .memory
        .or_else(|| caller.get_export("memory").and_then(Extern::into_memory));
    let memory = memory.ok_or_else(|| Error::msg("the engine exports no memory"))?;
    let (mut bytes, world) = memory.data_and_store_mut(&mut caller);
    let answer = world
        .host
        .call(name, &numbers, &mut bytes)
        .map_err(|stop| Error::msg(format!("{stop:?}")))?;
    if let Some(result) = results.first_mut() {
        *result = Val::I32(answer);
    }
    Ok(())
}

fn number(value: &Val) -> i64 {
    match value {
        Val::I32(number) => (*number).into(),
        Val::I64(number) => *number,
        _ => 0,
    }
}
