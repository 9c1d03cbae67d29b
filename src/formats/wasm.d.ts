/** Imported `with { type: 'file' }`: the path of the file, also inside the compiled executable. */
declare module '*.wasm' {
  const path: string
  export default path
}
