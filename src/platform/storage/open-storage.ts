import type { Config } from '../config/model'
import { FolderStorage } from './folder-storage'
import type { FileStorage } from './storage'

const storages = new WeakMap<Config, FileStorage>()

/** Returns the storage that the settings choose. Each process has one. */
export function getStorage(config: Config): FileStorage {
  const known = storages.get(config)
  if (known) return known
  const created = new FolderStorage(config.data_dir)
  storages.set(config, created)
  return created
}
