"""Reading, checking and compiling what a rally is driven on."""
