/** Which of the things that happen in a folder can matter to its books. */
import { isMarker, type Rules } from '../scanning/walk/rules'

/** What downloads are called until they are whole; then they are renamed, which is heard. */
const unfinished = /\.(part|partial|tmp|temp|crdownload|download|filepart|aria2|!qb|!ut)$/i

/** `path` is one below the root. It may be gone already, so it may be a file or a folder. */
export function concernsBooks(rules: Rules, path: string): boolean {
  const parts = path.split(/[\\/]/)
  const name = parts.at(-1) ?? ''
  if (unfinished.test(name)) return false
  const folders = isMarker(name) ? parts.slice(0, -1) : parts
  return folders.every((part, depth) =>
    rules.admitsFolder(part, folders.slice(0, depth + 1).join('/')),
  )
}
