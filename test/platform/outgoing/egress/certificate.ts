/** A self-signed certificate for a host name, built from its DER parts. */
import { generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...parts: (Uint8Array | number)[]) => {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)),
  )
  const { length } = content
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  const size = length < 128 ? [length] : long
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const text = (tag: number, value: string) => der(tag, Buffer.from(value))
const oid = (...bytes: number[]) => der(6, ...bytes)

const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2))
const commonName = oid(0x55, 4, 3)
const subjectAltName = oid(0x55, 0x1d, 0x11)

export function createCertificate(host: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, text(12, host))))
  const body = sequence(
    der(0xa0, der(2, 2)),
    der(2, 1),
    ecdsaWithSha256,
    name,
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAltName, der(4, sequence(text(0x82, host)))))),
  )
  const signature = der(3, 0, sign('sha256', body, privateKey))
  const bytes = sequence(body, ecdsaWithSha256, signature)
  const lines = bytes.toString('base64').match(/.{1,64}/g)!
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
