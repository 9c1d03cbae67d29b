import { bookMessages } from '../../catalog/books/messages'
import { Refusal } from '../../errors'
import type { FileStorage } from '../../platform/storage/storage'

interface StoredFiles extends AsyncDisposable {
  paths: string[]
}

/** Opens local files with the content of stored ones. Throws a `Refusal` if one is missing. */
export async function openStoredFiles(
  storage: FileStorage,
  keys: readonly string[],
): Promise<StoredFiles> {
  await using opened = new AsyncDisposableStack()
  const paths: string[] = []
  for (const key of keys) {
    const file = await storage.getLocal(key)
    if (!file) throw new Refusal('unavailable', bookMessages.file_unreadable())
    opened.use(file)
    paths.push(file.path)
  }
  const files = opened.move()
  return { paths, [Symbol.asyncDispose]: () => files.disposeAsync() }
}
