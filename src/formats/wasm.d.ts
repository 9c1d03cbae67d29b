/** Imported `with { type: 'file' }`: the file's path, also inside the compiled executable. */
declare module '*.wasm' {
  const path: string
  export default path
}
