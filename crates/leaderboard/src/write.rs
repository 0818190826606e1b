//! Leaderboards as files for programs.

use texlens_report::{ReportError, spreadsheet_csv, spreadsheet_text};

use crate::standing::Standing;

/// Writes everything as JSON: the leaderboards with their protocols and sources, the sets with their rows, and the
/// reasons why sets are kept apart.
///
/// # Errors
/// [`ReportError::Inconsistent`] if it cannot be serialised.
pub fn to_json(standing: &Standing) -> Result<String, ReportError> {
    let json = serde_json::to_string_pretty(standing);
    json.map(|json| json + "\n")
        .map_err(|error| ReportError::Inconsistent(error.to_string()))
}

/// Writes one line for each value as CSV (RFC 4180): `set,system,origin,source,parameters,cost,time,runs_on,metric,unit,
/// value,shown,low,high,items,remark`. `shown` has the digits of the source. No text is a formula of a spreadsheet.
///
/// # Errors
/// [`ReportError::Inconsistent`] if the CSV cannot be written.
pub fn to_csv(standing: &Standing) -> Result<String, ReportError> {
    let head = [
        "set",
        "system",
        "origin",
        "source",
        "parameters",
        "cost",
        "time",
        "runs_on",
        "metric",
        "unit",
        "value",
        "shown",
        "low",
        "high",
        "items",
        "remark",
    ];
    spreadsheet_csv(|writer| {
        writer.write_record(head)?;
        for (at, set) in standing.sets.iter().enumerate() {
            for row in &set.rows {
                let board = standing.boards.get(row.board);
                for (column, value) in set.columns.iter().zip(&row.values) {
                    let Some(value) = value else { continue };
                    let ends = value
                        .interval
                        .map(|interval| [interval.low, interval.high].map(|end| end.to_string()));
                    let [low, high] = ends.unwrap_or_default();
                    let cells = [
                        (at + 1).to_string(),
                        row.system.clone(),
                        board.map(|board| board.origin.words().to_owned()).unwrap_or_default(),
                        board.map(|board| board.id.clone()).unwrap_or_default(),
                        row.parameters.clone(),
                        row.cost.clone(),
                        row.time.clone(),
                        row.inference.clone(),
                        column.id.clone(),
                        column.unit.clone(),
                        value.number.to_string(),
                        value.shown.clone(),
                        low,
                        high,
                        value.items.map(|items| items.to_string()).unwrap_or_default(),
                        row.remark.clone(),
                    ];
                    writer.write_record(cells.iter().map(|cell| spreadsheet_text(cell)))?;
                }
            }
        }
        Ok(())
    })
}
