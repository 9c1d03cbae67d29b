import { resolve } from 'node:path'
import { findClosest } from '../../lib/text/closest-match'
import { readBoundedFile } from './file'
import { createLayer, type Layer, addText } from './layer'
import { type OptionKey, optionKeys, getOption } from '../model'
import { getEnvironmentName } from '../key-names'

export type Environment = Readonly<Record<string, string | undefined>>

const maxSecretFileBytes = 64 * 1024

const keyByName = new Map(optionKeys.map((key) => [getEnvironmentName(key), key]))
const keyByFileName = new Map(
  optionKeys
    .filter((key) => getOption(key).secret)
    .map((key) => [`${getEnvironmentName(key)}_FILE`, key]),
)
const allNames = ['SERVICE_CONFIG', ...keyByName.keys(), ...keyByFileName.keys()]

/** Reads `SERVICE_A__B`, and `SERVICE_A__B_FILE` for secrets. A blank variable counts as absent. */
export function readEnvironment(env: Environment, cwd: string): Layer {
  const layer = createLayer()
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
    addText(layer, key, { text, source: name, folder })
    return
  }
  const secretKey = keyByFileName.get(name)
  if (secretKey === undefined) {
    layer.warnings.push({ source: name, message: describeUnknownName(name) })
    return
  }
  const plainName = getEnvironmentName(secretKey)
  if ((env[plainName] ?? '').trim() !== '') {
    layer.problems.push({
      source: name,
      message: `${plainName} is set as well; remove one of them`,
    })
    return
  }
  addSecretFile(layer, secretKey, { name, file: resolve(folder, text), folder })
}

function addSecretFile(
  layer: Layer,
  key: OptionKey,
  { name, file, folder }: { name: string; file: string; folder: string },
): void {
  const read = readBoundedFile(file, maxSecretFileBytes) ?? { error: 'does not exist' }
  if ('error' in read) {
    layer.problems.push({ source: name, message: `the file ${file} ${read.error}` })
    return
  }
  const text = read.text.replace(/\r?\n$/, '')
  if (text.trim() === '') {
    layer.problems.push({ source: name, message: `the file ${file} is empty` })
    return
  }
  addText(layer, key, { text, source: name, folder })
}

function describeUnknownName(name: string): string {
  const near = findClosest(name, allNames)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return `unknown variable, ignored${hint}`
}
