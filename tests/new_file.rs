//! `sim new` and `sim schema`: what is written is right and plays; the schema knows every key that the reader knows.
#![allow(clippy::unwrap_used)] // helpers of tests fail as tests do

use serde_json::{Value, json};
use sim::engine::{Judging, Plan, Sampling, Watch, run};
use sim::games::template::{MECHANICS, new_file};
use sim::games::{BUILT_IN, build, check};
use sim::spec::SCHEMA;

#[test]
fn a_new_file_of_each_mechanic_is_right_and_plays() {
    for (mechanic, _) in MECHANICS {
        let text = new_file("my-game", "My \"game\"", mechanic).unwrap();
        let file = check(&text).unwrap_or_else(|findings| panic!("{}", findings.listing(mechanic, &text)));
        assert_eq!((file.id.as_str(), file.name.as_str(), file.mechanic.value.as_str()), ("my-game", "My \"game\"", mechanic));
        // of dice, the totals over 100 are worth a look (Y1)
        let warned: Vec<&str> = file.warnings.0.iter().map(|finding| finding.message.as_str()).collect();
        assert!(warned.iter().all(|said| mechanic == "dice" && said.starts_with("these totals can be thrown")), "{warned:?}");
        assert!(text.lines().filter(|line| line.starts_with('#')).count() >= 15, "it is commented");
        assert_eq!(file.decisions.is_empty(), mechanic == "table");
        let offer = file.offer(None).unwrap();
        let paid = offer.table.total() * 1000 / (offer.table.stake().wide() * i128::from(offer.table.block()));
        assert!((600..=780).contains(&paid), "{mechanic} returns {paid} in a thousand, as such games do");
        let game = build(&file, None).unwrap();
        let plan = Plan { seed: 3, plays: 100_000, sampling: Sampling::Block, judging: Judging::Full };
        let outcome = run(game.as_ref(), plan, 1, &Watch::default()).unwrap();
        assert_eq!((outcome.tally.mismatch_count(), outcome.tally.ambiguous_count()), (0, 0), "{mechanic}");
        assert_eq!(offer.table.paid(&outcome.tally.drawn()), offer.table.total());
    }
    assert_eq!(new_file("x", "x", "cards"), None);
}

/// What does not fit the schema, by its path; the parts of JSON Schema that ours uses.
fn misfits(schema: &Value, root: &Value, value: &Value, path: &str, found: &mut Vec<String>) {
    let schema = match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => root.pointer(reference.trim_start_matches('#')).unwrap_or_else(|| panic!("{reference} is nowhere")),
        None => schema,
    };
    for key in schema.as_object().unwrap().keys() {
        let known =
            ["$schema", "$defs", "title", "description", "type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems"];
        assert!(
            known.contains(&key.as_str()) || ["const", "enum", "anyOf", "pattern", "minimum"].contains(&key.as_str()),
            "{key}: the test does not know it"
        );
    }
    if let Some(options) = schema.get("anyOf").and_then(Value::as_array) {
        let fits = options.iter().any(|option| {
            let mut inner = Vec::new();
            misfits(option, root, value, path, &mut inner);
            inner.is_empty()
        });
        if !fits {
            found.push(format!("{path}: {value}"));
        }
    }
    let right_type = match schema.get("type").and_then(Value::as_str) {
        None => true,
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64(),
        Some(other) => panic!("{other}: the test does not know it"),
    };
    let named = schema.get("enum").and_then(Value::as_array).is_none_or(|values| values.contains(value));
    if !right_type || !named || schema.get("const").is_some_and(|only| only != value) {
        found.push(format!("{path}: {value}"));
        return;
    }
    if let Some(object) = value.as_object() {
        let none = serde_json::Map::new();
        let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        for key in schema.get("required").and_then(Value::as_array).into_iter().flatten().filter(|key| !object.contains_key(key.as_str().unwrap())) {
            found.push(format!("{path}: {key} is missing"));
        }
        for (key, value) in object {
            match known.get(key).or_else(|| schema.get("additionalProperties").filter(|others| others.is_object())) {
                Some(schema) => misfits(schema, root, value, &format!("{path}.{key}"), found),
                None => found.push(format!("{path}: `{key}` is not known")),
            }
        }
    }
    if let (Some(list), Some(items)) = (value.as_array(), schema.get("items")) {
        let bound = |key: &str| schema.get(key).and_then(Value::as_u64).map(|bound| usize::try_from(bound).unwrap());
        if bound("minItems").is_some_and(|least| list.len() < least) || bound("maxItems").is_some_and(|most| list.len() > most) {
            found.push(format!("{path}: {} entries", list.len()));
        }
        list.iter().enumerate().for_each(|(number, value)| misfits(items, root, value, &format!("{path}[{number}]"), found));
    }
}

fn against_the_schema(text: &str) -> Vec<String> {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let value = serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap();
    let mut found = Vec::new();
    misfits(&schema, &schema, &value, "file", &mut found);
    found
}

#[test]
fn every_right_file_fits_the_schema() {
    let none: [String; 0] = [];
    for game in BUILT_IN {
        assert_eq!(against_the_schema(game.text), none, "{}", game.id);
    }
    for (mechanic, _) in MECHANICS {
        let text = new_file("my-game", "My game", mechanic).unwrap();
        assert_eq!(against_the_schema(&text), none, "{mechanic}");
        // a wrong key, a wrong type and a missing key do not fit
        assert_eq!(against_the_schema(&text.replacen("block = ", "blok = ", 1)).len(), 2);
        assert_eq!(against_the_schema(&text.replacen("winners = ", "winners = -", 1)).len(), 1);
        assert_eq!(against_the_schema(&text.replacen("stake = \"", "stake = 1.5 # \"", 1)).len(), 1);
    }
}

/// Keys of the schema, with their paths.
fn keys(schema: &Value, path: &str, found: &mut Vec<String>) {
    for (key, inner) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        found.push(path.clone());
        keys(inner, &path, found);
        if let Some(items) = inner.get("items") {
            keys(items, &path, found);
        }
    }
}

/// Every key of the schema is known to the reader: a file that has it anywhere is not told that it is not known.
#[test]
fn the_reader_knows_every_key_of_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let mut all = Vec::new();
    keys(&schema, "", &mut all);
    assert!(all.len() > 100, "{}", all.len());
    for path in all {
        let mechanic = path.split('.').next().filter(|first| ["dice", "stars", "gems"].contains(first)).unwrap_or("table");
        let text = new_file("my-game", "My game", mechanic).unwrap();
        let mut file = serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap();
        let mut place = &mut file;
        let parts: Vec<&str> = path.split('.').collect();
        for part in &parts[..parts.len() - 1] {
            let object = place.as_object_mut().unwrap();
            let list = ["offer", "article", "decision", "prizes", "ways", "for_prizes", "gems", "wheel", "brackets"];
            let is_list = list.contains(part) && !(path.starts_with("gems.") && object.contains_key("game"));
            let inner = object.entry((*part).to_owned()).or_insert_with(|| if is_list { json!([{}]) } else { json!({}) });
            place = if inner.is_array() { &mut inner.as_array_mut().unwrap()[0] } else { inner };
        }
        let last = parts[parts.len() - 1];
        place.as_object_mut().unwrap().entry(last.to_owned()).or_insert(json!("x"));
        let text = toml::to_string(&file).unwrap();
        let said = match check(&text) {
            Ok(file) => file.warnings.to_string(),
            Err(findings) => findings.to_string(),
        };
        assert!(!said.contains(&format!("{last}` is not known")), "{path}: {said}");
    }
}
