#!/bin/sh
# Cargo calls this in place of rustc, whose path is the first argument, for the crates of the workspace: coverage for
# libFuzzer in all that is linked with it. Build scripts get none, since they are not linked with it.
case " $* " in
*" --crate-name build_script_"*) exec "$@" ;;
esac
rustc=$1
shift
# shellcheck disable=SC2086 # Flags are words.
exec "$rustc" "$@" $TEXLENS_COVERAGE
