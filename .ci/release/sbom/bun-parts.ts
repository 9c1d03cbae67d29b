/** The libraries inside Bun, with what its license page says about them. */

export interface Part {
  name: string
  /** Key in `process.versions`, if Bun tells the version. */
  key?: string
  /** SPDX expression. */
  license: string
  url: string
}

export const bunParts: readonly Part[] = [
  {
    name: 'JavaScriptCore',
    key: 'webkit',
    license: 'LGPL-2.0-or-later',
    url: 'https://github.com/oven-sh/WebKit',
  },
  {
    name: 'boringssl',
    key: 'boringssl',
    license: 'Apache-2.0',
    url: 'https://boringssl.googlesource.com/boringssl/',
  },
  { name: 'brotli', license: 'MIT', url: 'https://github.com/google/brotli' },
  {
    name: 'libarchive',
    key: 'libarchive',
    license: 'BSD-2-Clause',
    url: 'https://github.com/libarchive/libarchive',
  },
  {
    name: 'lol-html',
    key: 'lolhtml',
    license: 'BSD-3-Clause',
    url: 'https://github.com/cloudflare/lol-html',
  },
  {
    name: 'ls-hpack',
    key: 'lshpack',
    license: 'MIT',
    url: 'https://github.com/litespeedtech/ls-hpack',
  },
  { name: 'ls-qpack', license: 'MIT', url: 'https://github.com/litespeedtech/ls-qpack' },
  { name: 'lsquic', license: 'MIT', url: 'https://github.com/litespeedtech/lsquic' },
  {
    name: 'mimalloc',
    key: 'mimalloc',
    license: 'MIT',
    url: 'https://github.com/microsoft/mimalloc',
  },
  {
    name: 'picohttpparser',
    key: 'picohttpparser',
    license: 'MIT',
    url: 'https://github.com/h2o/picohttpparser',
  },
  { name: 'zstd', key: 'zstd', license: 'BSD-3-Clause', url: 'https://github.com/facebook/zstd' },
  { name: 'simdutf', license: 'Apache-2.0', url: 'https://github.com/simdutf/simdutf' },
  {
    name: 'tinycc',
    key: 'tinycc',
    license: 'LGPL-2.1-only',
    url: 'https://github.com/tinycc/tinycc',
  },
  {
    name: 'uSockets',
    key: 'usockets',
    license: 'Apache-2.0',
    url: 'https://github.com/uNetworking/uSockets',
  },
  {
    name: 'uWebSockets',
    key: 'uwebsockets',
    license: 'Apache-2.0',
    url: 'https://github.com/jarred-sumner/uwebsockets',
  },
  { name: 'zlib-ng', key: 'zlib', license: 'Zlib', url: 'https://github.com/zlib-ng/zlib-ng' },
  { name: 'c-ares', key: 'ares', license: 'MIT', url: 'https://github.com/c-ares/c-ares' },
  { name: 'icu', key: 'icu', license: 'Unicode-3.0', url: 'https://github.com/unicode-org/icu' },
  { name: 'base64', license: 'BSD-2-Clause', url: 'https://github.com/aklomp/base64' },
  { name: 'libuv', key: 'uv', license: 'MIT', url: 'https://github.com/libuv/libuv' },
  {
    name: 'libdeflate',
    key: 'libdeflate',
    license: 'MIT',
    url: 'https://github.com/ebiggers/libdeflate',
  },
  {
    name: 'libjpeg-turbo',
    license: 'IJG AND BSD-3-Clause AND Zlib',
    url: 'https://github.com/libjpeg-turbo/libjpeg-turbo',
  },
  { name: 'libspng', license: 'BSD-2-Clause', url: 'https://github.com/randy408/libspng' },
  { name: 'libwebp', license: 'BSD-3-Clause', url: 'https://github.com/webmproject/libwebp' },
  { name: 'highway', license: 'Apache-2.0', url: 'https://github.com/google/highway' },
  {
    name: 'HdrHistogram_c',
    license: 'CC0-1.0 OR BSD-2-Clause',
    url: 'https://github.com/HdrHistogram/HdrHistogram_c',
  },
  { name: 'sqlite', key: 'sqlite', license: 'blessing', url: 'https://sqlite.org' },
]

/** Lists libraries that a new version of Bun names and this table does not. */
export function findUnknownParts(licensePage: string): string[] {
  const table = licensePage.split('## Linked libraries')[1]?.split('## Polyfills')[0] ?? ''
  const named = [...table.matchAll(/^\|.*?\[`([\w-]+)`\]/gm)].map(([, name = '']) => name)
  const known = new Set(bunParts.map(({ name }) => alike(name)))
  return named.filter((name) => !known.has(alike(name)))
}

/** Some names differ in their prefix or ending. */
const alike = (name: string) => name.toLowerCase().replace(/^lib(?=icu|base64)|parser$/g, '')
