import {
  anyText,
  boolean,
  instant,
  list,
  long,
  named,
  nullable,
  shape,
  text,
} from '../../../platform/http/shapes'

export const TwoFactorView = named('TwoFactor', {
  enabled: boolean(),
  enabledAt: nullable(instant()),
  recoveryCodesLeft: long(),
})
export const TwoFactorSetup = named('TwoFactorSetup', {
  secret: anyText({ description: 'Base32 secret to type into an authenticator app' }),
  uri: anyText({ description: '`otpauth:` URI to show as a QR code' }),
})
export const RecoveryCodes = named('RecoveryCodes', {
  recoveryCodes: list(anyText(), { description: 'Recovery codes; returned only in this response' }),
})
export const TwoFactorPassword = shape({ currentPassword: text(1000) })
export const TwoFactorCode = shape({ code: text(20, { minLength: 6 }) })
