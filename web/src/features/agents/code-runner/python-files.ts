import engine from 'pyodide/pyodide.asm.mjs?url&no-inline'
import wasm from 'pyodide/pyodide.asm.wasm?url&no-inline'
import lock from 'pyodide/pyodide-lock.json?url&no-inline'
import loader from 'pyodide/pyodide.mjs?url&no-inline'
import library from 'pyodide/python_stdlib.zip?url&no-inline'

/** URLs of the Python interpreter (the package `pyodide`) on this server, loaded with the first program. */
export const PYTHON = { loader, engine, wasm, library, lock }
