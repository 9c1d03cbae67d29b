import {
  anyText,
  boolean,
  id,
  instant,
  list,
  long,
  named,
  nullable,
  oneOf,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'
import { pictureVersion } from '../model'

/** Maximum number of wrong attempts, counted across all devices. */
export const maxPinFailures = 5

const pin = () => text(8, { minLength: 4, pattern: '^[0-9]*$', description: '4 to 8 digits' })

export const PinCreation = named('PinCreation', { currentPassword: text(1000), pin: pin() })
export type PinCreation = Static<typeof PinCreation>

export const PinSignIn = named('PinSignIn', { userId: id(), pin: pin() })
export type PinSignIn = Static<typeof PinSignIn>

const QuickDevice = named('QuickSwitchDevice', {
  id: id(),
  userAgent: nullable(anyText()),
  isCurrent: boolean({ description: 'Whether this request came from the device' }),
  createdAt: instant(),
  lastUsedAt: instant(),
})

export const QuickSwitch = named('QuickSwitch', {
  status: oneOf(['available', 'off', 'admin', 'two_factor'], {
    description:
      '`off`: an administrator has not allowed it; `admin`, `two_factor`: never available to administrators and accounts with two-factor authentication',
  }),
  hasPin: boolean(),
  triesLeft: long({ description: 'Wrong tries until the password is needed' }),
  devices: list(QuickDevice, { description: 'Devices that offer your account' }),
})
export type QuickSwitch = Static<typeof QuickSwitch>

export const QuickPerson = named('QuickSwitchPerson', {
  id: id(),
  username: anyText(),
  pictureVersion: pictureVersion(),
  needsPassword: boolean({
    description: 'Whether the password is required because of too many wrong attempts',
  }),
})
export type QuickPerson = Static<typeof QuickPerson>
export const QuickPeople = shape({ people: list(QuickPerson) })
