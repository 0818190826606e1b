//! Which operations of a model WebGPU leaves to the processor.

use std::collections::BTreeMap;

/// What ends the place in ONNX Runtime's source before each line of its log about the devices of operations.
const SOURCE: &str = "VerifyEachNodeIsAssignedToAnEp]";

/// The name of the processor there.
const PROCESSOR: &str = "CPUExecutionProvider";

/// The devices of the operations of a model's graphs, without those of the graphs' inner graphs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Placement {
    /// The number of operations.
    pub operations: usize,
    /// The number of those on the processor.
    pub on_processor: usize,
    /// The same by operator, as far as the runtime names them.
    pub operators: BTreeMap<String, usize>,
}

impl Placement {
    /// Adds the operations of a graph. `log` is what the runtime says while it prepares the graph, with all its details:
    ///
    /// ```text
    /// ... [V:onnxruntime:, session_state.cc:1383 VerifyEachNodeIsAssignedToAnEp]  Node(s) placed on [CPUExecutionProvider]. Number of nodes: 2
    /// ... [V:onnxruntime:, session_state.cc:1385 VerifyEachNodeIsAssignedToAnEp]   Gather (/decoder/Gather)
    /// ```
    ///
    /// If all operations are on one device, their names do not follow.
    pub fn add<'l>(&mut self, log: impl IntoIterator<Item = &'l str>) {
        let mut is_processor = false;
        let about = log
            .into_iter()
            .filter_map(|line| Some(line.split_once(SOURCE)?.1.trim()));
        for line in about {
            if let Some(all) = line.strip_prefix("All nodes placed on [") {
                let number = all.rsplit(' ').next().and_then(|number| number.parse().ok());
                let number: usize = number.unwrap_or_default();
                self.operations += number;
                self.on_processor += if all.starts_with(PROCESSOR) { number } else { 0 };
            } else if let Some(provider) = line.strip_prefix("Node(s) placed on [") {
                is_processor = provider.starts_with(PROCESSOR);
            } else if let Some((operator, _)) = line.split_once(" (") {
                // The runtime's own copies between the devices.
                if operator.starts_with("Memcpy") {
                    continue;
                }
                self.operations += 1;
                if is_processor {
                    self.on_processor += 1;
                    *self.operators.entry(operator.to_owned()).or_default() += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREFIX: &str = "2026-11-30 10:46:56.510099 [V:onnxruntime:, session_state.cc:1385 ";

    fn log(lines: &[&str]) -> Vec<String> {
        let about = lines.iter().map(|line| format!("{PREFIX}{SOURCE} {line}"));
        let other = format!("{PREFIX}Initialize] Session successfully initialized.");
        about.chain([other]).collect()
    }

    #[test]
    fn operations_are_counted_by_device_and_operator() {
        let mut placement = Placement::default();
        let mixed = log(&[
            "Node placements",
            " Node(s) placed on [CPUExecutionProvider]. Number of nodes: 3",
            "  Gather (/decoder/Gather)",
            "  Shape (/decoder/Shape)",
            "  Gather (/decoder/Gather_1)",
            " Node(s) placed on [WebGpuExecutionProvider]. Number of nodes: 3",
            "  MatMul (/decoder/MatMul (1))",
            "  MemcpyFromHost (Memcpy)",
            "  Gather (/decoder/Gather_2)",
        ]);
        placement.add(mixed.iter().map(String::as_str));
        let all = log(&[
            "Node placements",
            " All nodes placed on [WebGpuExecutionProvider]. Number of nodes: 7",
        ]);
        placement.add(all.iter().map(String::as_str));
        let alone = log(&[
            "Node placements",
            " All nodes placed on [CPUExecutionProvider]. Number of nodes: 2",
        ]);
        placement.add(alone.iter().map(String::as_str));
        let operators = [("Gather", 2), ("Shape", 1)];
        assert_eq!(
            placement,
            Placement {
                operations: 14,
                on_processor: 5,
                operators: operators.map(|(name, number)| (name.to_owned(), number)).into(),
            }
        );
    }

    #[test]
    fn a_log_of_another_kind_says_nothing() {
        let mut placement = Placement::default();
        placement.add([
            "",
            "VerifyEachNodeIsAssignedToAnEp]",
            "Node(s) placed on [CPUExecutionProvider]",
            "Gather (a)",
        ]);
        placement
            .add(["VerifyEachNodeIsAssignedToAnEp] All nodes placed on [CPUExecutionProvider]. Number of nodes: many"]);
        assert_eq!(placement, Placement::default());
    }
}
