/** Writes the icons of app stores that want them in sizes of their own. */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

const largest = join(import.meta.dir, '../../../src/web/ui/public/icons/icon-512.png')

/** Side in pixels by file. */
const icons: Readonly<Record<string, number>> = {
  'synology/PACKAGE_ICON.PNG': 64,
  'synology/PACKAGE_ICON_256.PNG': 256,
}

/** Writes them to `stores/` in the folder of the release. */
export async function writeStoreIcons(folder: string): Promise<void> {
  for (const [name, side] of Object.entries(icons)) {
    const path = join(folder, 'stores', name)
    mkdirSync(dirname(path), { recursive: true })
    await sharp(largest).resize(side, side).png().toFile(path)
  }
}
