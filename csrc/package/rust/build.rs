//! Compile the vendored runtime, and what holds its objects to the sizes that lib.rs keeps for them. No other crate is needed.
//!
//! Compiler and archiver are `cc` and `ar`, or what CC, AR and CFLAGS name; for a target, CC_thumbv6m_none_eabi and its like come first.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the environment names for this target or at all.
fn tool(name: &str, default: &str) -> String {
    let of_target = format!("{name}_{}", env::var("TARGET").unwrap().replace('-', "_"));
    println!("cargo:rerun-if-env-changed={of_target}");
    println!("cargo:rerun-if-env-changed={name}");
    env::var(of_target)
        .or_else(|_| env::var(name))
        .unwrap_or_else(|_| default.to_string())
}

fn run(command: &mut Command) {
    let done = command.status().unwrap_or_else(|error| {
        panic!("{command:?}: {error}; set CC and AR to a C compiler and its ar")
    });
    assert!(done.success(), "{command:?} failed");
}

fn main() {
    println!("cargo:rerun-if-changed=src");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    let library = out.join("libifc2f.a");
    let objects = ["ifc2f", "sizes"].map(|name| {
        let object = out.join(name).with_extension("o");
        let source = Path::new("src").join(name).with_extension("c");
        run(Command::new(tool("CC", "cc"))
            .args(["-std=c99", "-O2", "-fPIC", "-c", "-o"])
            .args([&object, &source])
            .args(tool("CFLAGS", "").split_whitespace()));
        object
    });
    let _ = std::fs::remove_file(&library); // ar would keep what stands in it
    run(Command::new(tool("AR", "ar"))
        .arg("crs")
        .arg(&library)
        .args(&objects));
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=ifc2f");
}
