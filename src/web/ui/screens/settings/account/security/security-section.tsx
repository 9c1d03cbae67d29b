/** Sign-in methods other than the password. */
import { t } from '../../../../i18n/i18n'
import { Part } from '../../shared/settings-section'
import { Identities } from './identities'
import { Passkeys } from './passkeys'
import { QuickSwitchCard } from './quick-switch-card'
import { TwoFactor } from './two-factor'

export const SecuritySettings = () => (
  <Part title={t('Security')} lead={t('Ways to sign in besides your password')}>
    <Passkeys />
    <TwoFactor />
    <QuickSwitchCard />
    <Identities />
  </Part>
)
