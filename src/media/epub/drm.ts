/**
 * Determines whether the text of an e-book is encrypted so that only the seller's apps can read it.
 */
import {
  getAttribute,
  getLocalName,
  listChildElements,
  walkDescendants,
  type XmlElement,
} from '../metadata/xml'
import { type EpubFiles, foldEntryName, resolveHref } from './epub-files'
import type { PackageDocument } from './opf'

const maxEncryptionBytes = 4 << 20
/** Algorithms of IDPF and Adobe that only obfuscate fonts. */
const isObfuscation = (algorithm: string) =>
  /^https?:\/\/(www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)\/?$/i.test(algorithm)

/**
 * Returns whether a file in the reading order is encrypted. Traces of a license alone, encrypted
 * fonts, and entries for missing files do not prevent anyone from reading.
 */
export function isLocked(opf: PackageDocument, files: EpubFiles): boolean {
  const document = files.readXml('META-INF/encryption.xml', maxEncryptionBytes)
  if (!document) return false
  const encrypted = new Set<string>()
  for (const element of walkDescendants(document)) {
    if (getLocalName(element) !== 'EncryptedData') continue
    const { algorithm, path } = describeEncryptedData(element)
    const isReadable = isObfuscation(algorithm) || (algorithm === '' && isCompressed(element))
    if (path !== undefined && !isReadable) encrypted.add(foldEntryName(path))
  }
  return opf.spine.some(
    ({ item: { href } }) => encrypted.has(foldEntryName(href)) && files.find(href) !== undefined,
  )
}

/**
 * Returns whether an entry of `encryption.xml` specifies how its file was compressed. If the entry
 * does not name an algorithm, that is its only purpose, and the file is not encrypted.
 */
const isCompressed = (data: XmlElement) =>
  [...walkDescendants(data)].some((element) => getLocalName(element) === 'Compression')

function describeEncryptedData(data: XmlElement) {
  const [method] = listChildElements(data, 'EncryptionMethod')
  const [cipher] = listChildElements(data, 'CipherData')
  const [reference] = listChildElements(cipher, 'CipherReference')
  const path = reference && getAttribute(reference, 'URI')
  return {
    algorithm: (method && getAttribute(method, 'Algorithm')?.trim()) ?? '',
    path: path === undefined ? undefined : resolveHref('', path),
  }
}
