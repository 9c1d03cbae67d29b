/** Groups at sign-in providers whose members are added to an access group. */
import { NameList } from '../../../../components/controls/name-list'
import { useSignInWays } from '../../../../components/entry/sign-in-ways'
import { t } from '../../../../i18n/i18n'
import { FormSection } from '../../shared/settings-section'

interface SignInGroupsProps {
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Renders nothing if there are neither groups nor sign-in providers. */
export function SignInGroups({ value, onChange }: SignInGroupsProps) {
  const ways = useSignInWays().data
  if (value.length === 0 && !ways?.providers.length) return null
  return (
    <FormSection title={t('Members from a sign-in provider')}>
      <NameList
        label={t('Groups at the sign-in provider')}
        hint={t(
          'People in these groups become members the next time they sign in. Names are case-sensitive.',
        )}
        names={value}
        maxLength={500}
        add={(name) => onChange([...value, name])}
        remove={(name) => onChange(value.filter((one) => one !== name))}
      />
    </FormSection>
  )
}
