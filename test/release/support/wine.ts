/** Runs Windows programs under Wine, in a folder of its own that stands for the machine. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../../.ci/release/run'

export const winePrograms = ['wine', 'x86_64-w64-mingw32-gcc'] as const

/** Wine 8 has no bcryptprimitives.dll, which Bun imports for its random numbers. */
const randomNumbers = `#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
  return SystemFunction036(data, (ULONG)size);
}
`

/** Writes the missing library beside the programs in `folder`. Returns the environment of Wine. */
export function prepareWine(folder: string): Record<string, string> {
  const source = join(folder, 'random.c')
  writeFileSync(source, randomNumbers)
  const library = join(folder, 'bcryptprimitives.dll')
  run(['x86_64-w64-mingw32-gcc', '-shared', '-o', library, source, '-ladvapi32'])
  return {
    WINEPREFIX: join(folder, 'prefix'),
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'bcryptprimitives=n;mscoree,mshtml=',
  }
}

/** Wine shows the files of this machine as drive Z. */
export const toWindowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`
