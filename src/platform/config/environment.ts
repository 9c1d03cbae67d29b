import { resolve } from 'node:path'
import { closest } from '../lib/closest'
import { readBoundedFile } from './file'
import { emptyLayer, type Layer, take } from './layer'
import { type OptionKey, optionKeys, optionOf } from './model'
import { environmentName } from './nearest'

export type Environment = Readonly<Record<string, string | undefined>>

const maxSecretFileBytes = 64 * 1024

const keyByName = new Map(optionKeys.map((key) => [environmentName(key), key]))
const keyByFileName = new Map(
  optionKeys
    .filter((key) => optionOf(key).secret)
    .map((key) => [`${environmentName(key)}_FILE`, key]),
)
const allNames = ['SERVICE_CONFIG', ...keyByName.keys(), ...keyByFileName.keys()]

/** Reads `SERVICE_A__B`, and `SERVICE_A__B_FILE` for secrets. A blank variable counts as absent. */
export function readEnvironment(env: Environment, cwd: string): Layer {
  const layer = emptyLayer()
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('SERVICE_') || name === 'SERVICE_CONFIG') continue
    if (text === undefined || text.trim() === '') continue
    readVariable(layer, { name, text, folder: cwd, env })
  }
  return layer
}

interface Variable {
  readonly name: string
  readonly text: string
  readonly folder: string
  readonly env: Environment
}

function readVariable(layer: Layer, { name, text, folder, env }: Variable): void {
  const key = keyByName.get(name)
  if (key !== undefined) {
    take(layer, key, { text, source: name, folder })
    return
  }
  const secretKey = keyByFileName.get(name)
  if (secretKey === undefined) {
    layer.warnings.push({ source: name, message: unknownName(name) })
    return
  }
  const plainName = environmentName(secretKey)
  if ((env[plainName] ?? '').trim() !== '') {
    layer.problems.push({ source: name, message: `${plainName} is set too; keep one of them` })
    return
  }
  takeSecretFile(layer, secretKey, { name, file: resolve(folder, text), folder })
}

function takeSecretFile(
  layer: Layer,
  key: OptionKey,
  { name, file, folder }: { name: string; file: string; folder: string },
): void {
  const read = readBoundedFile(file, maxSecretFileBytes) ?? { wrong: 'does not exist' }
  if ('wrong' in read) {
    layer.problems.push({ source: name, message: `the file ${file} ${read.wrong}` })
    return
  }
  const text = read.text.replace(/\r?\n$/, '')
  if (text.trim() === '') {
    layer.problems.push({ source: name, message: `the file ${file} is empty` })
    return
  }
  take(layer, key, { text, source: name, folder })
}

function unknownName(name: string): string {
  const near = closest(name, allNames)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return `this variable is not one of Quire's and has no effect${hint}`
}
