/** 7z archives, and files packed by xz and bzip2, made by 7-Zip itself. */
import start from '7z-wasm/7zz.es6.js'

export interface SevenZipOptions {
  /** All files in one block. */
  solid?: boolean
  /** 0 only stores, 5 is usual. */
  level?: number
  password?: string
  /** With a password: the names are locked, too. */
  hideNames?: boolean
}

export async function makeSevenZip(
  files: { name: string; data: Uint8Array }[],
  options: SevenZipOptions = {},
): Promise<Buffer<ArrayBuffer>> {
  const { FS, make } = await startMaker()
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
  const { solid = false, level = 5, password, hideNames = false } = options
  const switches = [`-ms=${solid ? 'on' : 'off'}`, '-mtm=off', '-mmt=off', `-mx=${level}`]
  if (password) switches.push(`-p${password}`, `-mhe=${hideNames ? 'on' : 'off'}`)
  return make(['-r', ...switches], '.')
}

/** Packed as a whole, as `xz` and `bzip2` do it. `dictionary` as in `256m`: what unpacking has to hold. */
export async function packWhole(
  data: Uint8Array,
  type: 'xz' | 'bzip2',
  { dictionary }: { dictionary?: string } = {},
): Promise<Buffer<ArrayBuffer>> {
  const { FS, make } = await startMaker()
  FS.writeFile('/whole', data)
  return make([`-t${type}`, '-mx=1', ...(dictionary ? [`-md=${dictionary}`] : [])], '/whole')
}

async function startMaker() {
  const said: string[] = []
  let exitCode = 0
  const { FS, callMain } = await start({
    print: () => undefined,
    printErr: (line) => said.push(line),
    quit: (code) => {
      exitCode = code
    },
  })
  const make = (switches: string[], from: string) => {
    callMain(['a', '-y', ...switches, '/made.out', from])
    if (exitCode > 0) throw new Error(`no archive was made: ${said.join(' ')}`)
    return Buffer.from(FS.readFile('/made.out'))
  }
  return { FS, make }
}

function exists(look: () => unknown): boolean {
  try {
    look()
    return true
  } catch {
    // The file system of the program throws an error of its own kind.
    return false
  }
}
