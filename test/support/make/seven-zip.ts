/** Creates 7z archives, and files compressed with xz and bzip2, with 7-Zip itself. */
import start from '7z-wasm/7zz.es6.js'

export interface SevenZipOptions {
  /** Compresses all files as one block. */
  solid?: boolean
  /** Compression level: 0 only stores, 5 is the usual level. */
  level?: number
  password?: string
  /** With a password: also encrypts the names. */
  hideNames?: boolean
}

export async function makeSevenZip(
  files: { name: string; data: Uint8Array }[],
  options: SevenZipOptions = {},
): Promise<Buffer<ArrayBuffer>> {
  const { createArchive } = await startWithFiles(files)
  const { solid = false, level = 5, password, hideNames = false } = options
  const switches = [`-ms=${solid ? 'on' : 'off'}`, '-mtm=off', '-mmt=off', `-mx=${level}`]
  if (password) switches.push(`-p${password}`, `-mhe=${hideNames ? 'on' : 'off'}`)
  return createArchive(['-r', ...switches], '.')
}

/** Methods of ZIP that 7-Zip knows by these names. */
export type ZipMethod = 'Deflate64' | 'BZip2' | 'LZMA' | 'PPMd'

export async function makeSevenZipZip(
  files: { name: string; data: Uint8Array }[],
  method: ZipMethod,
): Promise<Buffer<ArrayBuffer>> {
  const { createArchive } = await startWithFiles(files)
  return createArchive(['-r', '-tzip', '-mtm=off', '-mmt=off', `-mm=${method}`], '.')
}

async function startWithFiles(files: { name: string; data: Uint8Array }[]) {
  const started = await startSevenZip()
  const { FS } = started
  FS.mkdir('/in')
  for (const { name, data } of files) {
    const folders = name.split('/').slice(0, -1)
    folders.forEach((_, depth) => {
      const path = `/in/${folders.slice(0, depth + 1).join('/')}`
      if (!exists(() => FS.stat(path))) FS.mkdir(path)
    })
    FS.writeFile(`/in/${name}`, data)
  }
  FS.chdir('/in')
  return started
}

/**
 * Compresses data like the programs `xz` and `bzip2`. `dictionary` is the dictionary size, such as
 * `256m`, which determines the memory needed for decompression.
 */
export async function compress(
  data: Uint8Array,
  type: 'xz' | 'bzip2',
  { dictionary }: { dictionary?: string } = {},
): Promise<Buffer<ArrayBuffer>> {
  const { FS, createArchive } = await startSevenZip()
  FS.writeFile('/whole', data)
  return createArchive(
    [`-t${type}`, '-mx=1', ...(dictionary ? [`-md=${dictionary}`] : [])],
    '/whole',
  )
}

async function startSevenZip() {
  const errors: string[] = []
  let exitCode = 0
  const { FS, callMain } = await start({
    print: () => undefined,
    printErr: (line) => errors.push(line),
    quit: (code) => {
      exitCode = code
    },
  })
  const createArchive = (switches: string[], from: string) => {
    callMain(['a', '-y', ...switches, '/made.out', from])
    if (exitCode > 0) throw new Error(`7-Zip failed: ${errors.join(' ')}`)
    return Buffer.from(FS.readFile('/made.out'))
  }
  return { FS, createArchive }
}

function exists(stat: () => unknown): boolean {
  try {
    stat()
    return true
  } catch {
    // 7-Zip's file system throws its own type of error.
    return false
  }
}
