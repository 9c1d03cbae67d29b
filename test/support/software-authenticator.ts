/** Simulates a browser and a device with one passkey. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encode = (data: Buffer | string) => Buffer.from(data).toString('base64url')

interface Ceremony {
  challenge: string
  origin: string
  rpId: string
}

export class SoftwareAuthenticator {
  readonly id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0

  create({ challenge, origin, rpId }: Ceremony) {
    const data = this.#buildData(rpId, 0x45, this.#buildCredential())
    // A CBOR map with three members: fmt "none", attStmt {}, authData.
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ])
    return this.#wrap({
      clientDataJSON: encode(this.#buildClientData('webauthn.create', challenge, origin)),
      attestationObject: encode(attestation),
      transports: ['internal'],
    })
  }

  /** `userHandle` is base64url. */
  get({ challenge, origin, rpId, userHandle }: Ceremony & { userHandle?: string }) {
    this.#counter += 1
    const data = this.#buildData(rpId, 0x05, Buffer.alloc(0))
    const clientData = this.#buildClientData('webauthn.get', challenge, origin)
    const signed = Buffer.concat([data, sha256(clientData)])
    const signature = createSign('sha256').update(signed).sign(this.#keys.privateKey)
    return this.#wrap({
      clientDataJSON: encode(clientData),
      authenticatorData: encode(data),
      signature: encode(signature),
      ...(userHandle !== undefined && { userHandle }),
    })
  }

  #wrap = (response: object) => ({
    id: encode(this.id),
    rawId: encode(this.id),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })

  #buildClientData = (type: string, challenge: string, origin: string) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false })

  #buildData(rpId: string, flags: number, more: Buffer): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more])
  }

  /** Builds the credential data, with the key as a COSE map: EC2, ES256, P-256, x and y. */
  #buildCredential(): Buffer {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x!, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y!, 'base64url'),
    ])
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), this.id, cose])
  }
}
