/**
 * An import `with { type: 'file' }` evaluates to the path of the file. The path is also valid in
 * the compiled executable.
 */
declare module '*.wasm' {
  const path: string
  export default path
}

/**
 * The package has types only for its wrappers, which hold the whole file in memory or write to
 * disk. The module that they wrap is declared here.
 */
declare module 'node-unrar-js/esm/js/unrar.js' {
  export default function start<Module>(options: { wasmBinary: ArrayBuffer }): Promise<Module>
}

declare module '7z-wasm/7zz.es6.js' {
  import type { SevenZipModule, SevenZipModuleOptions } from '7z-wasm'
  interface Options extends Partial<SevenZipModuleOptions> {
    /** Called to instantiate the module, so that an already compiled one can be reused. */
    instantiateWasm?(
      imports: WebAssembly.Imports,
      use: (instance: WebAssembly.Instance, program: WebAssembly.Module) => void,
    ): WebAssembly.Exports
  }
  export default function start(options: Options): Promise<SevenZipModule>
}

declare module '@jsquash/jxl/codec/dec/jxl_dec.js' {
  interface JxlModule {
    /** Returns null if this is not a valid JPEG XL image. */
    decode(bytes: Uint8Array): { data: Uint8ClampedArray; width: number; height: number } | null
  }
  export default function start(options: {
    noInitialRun: boolean
    wasmBinary: ArrayBuffer
    locateFile(name: string): string
  }): Promise<JxlModule>
}
