import {
  anyText,
  boolean,
  freeForm,
  id,
  instant,
  list,
  literal,
  named,
  nullable,
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'

const Passkey = named('Passkey', {
  id: id(),
  name: anyText(),
  isBackedUp: boolean({
    description: 'Whether the passkey is synchronized, for example by a password manager',
  }),
  createdAt: instant(),
  lastUsedAt: nullable(instant()),
})
export const Passkeys = named('Passkeys', {
  hasPassword: boolean({ description: 'Whether adding a passkey requires the current password' }),
  passkeys: list(Passkey),
})

export const PasskeyStart = shape({ currentPassword: patchable(text(1000)) })
/** Options for `navigator.credentials`, as defined by WebAuthn. */
export const PasskeyOptions = freeForm()

const passkeyName = () => text(100, { minLength: 1 })

/** The result of `navigator.credentials`, as JSON. */
const Credential = shape({
  id: text(2000, { minLength: 1 }),
  rawId: text(2000, { minLength: 1 }),
  type: literal('public-key'),
  response: freeForm(),
  clientExtensionResults: patchable(freeForm()),
  authenticatorAttachment: patchable(text(50)),
})
export type Credential = Static<typeof Credential>

export const PasskeyCreation = named('PasskeyCreation', {
  name: passkeyName(),
  credential: Credential,
})
export type PasskeyCreation = Static<typeof PasskeyCreation>
export const PasskeyPatch = shape({ name: passkeyName() })
export const PasskeySignIn = named('PasskeySignIn', { credential: Credential })
