/** The platforms that executables are built for. */
export type Target = {
  bun: Bun.Build.CompileTarget
  sharp: string
  os: 'linux' | 'darwin' | 'win32'
  cpu: 'x64' | 'arm64'
  libc?: 'glibc' | 'musl'
}

export const targets = {
  'linux-x64': { bun: 'bun-linux-x64', sharp: 'linux-x64', os: 'linux', cpu: 'x64', libc: 'glibc' },
  'linux-arm64': {
    bun: 'bun-linux-arm64',
    sharp: 'linux-arm64',
    os: 'linux',
    cpu: 'arm64',
    libc: 'glibc',
  },
  'linux-x64-musl': {
    bun: 'bun-linux-x64-musl',
    sharp: 'linuxmusl-x64',
    os: 'linux',
    cpu: 'x64',
    libc: 'musl',
  },
  'linux-arm64-musl': {
    bun: 'bun-linux-arm64-musl',
    sharp: 'linuxmusl-arm64',
    os: 'linux',
    cpu: 'arm64',
    libc: 'musl',
  },
  'darwin-x64': { bun: 'bun-darwin-x64', sharp: 'darwin-x64', os: 'darwin', cpu: 'x64' },
  'darwin-arm64': { bun: 'bun-darwin-arm64', sharp: 'darwin-arm64', os: 'darwin', cpu: 'arm64' },
  'windows-x64': { bun: 'bun-windows-x64', sharp: 'win32-x64', os: 'win32', cpu: 'x64' },
} as const satisfies Record<string, Target>

export type TargetName = keyof typeof targets

export const targetNames = Object.keys(targets) as TargetName[]

export const isTargetName = (name: string): name is TargetName => Object.hasOwn(targets, name)

/** Returns the platform of the running Bun. */
export function detectTarget(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return `${system}-${process.arch}${isMusl() ? '-musl' : ''}`
}

/** Asks the running Bun, because a glibc system can have musl installed beside it. */
function isMusl() {
  if (process.platform !== 'linux') return false
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}
