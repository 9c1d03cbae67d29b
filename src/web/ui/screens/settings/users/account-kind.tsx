/** The role of a new account, or the preset for a child: a reader with an age limit. */
import type { Schemas } from '../../../api/client'
import { Select } from '../../../components/controls/select'
import { t } from '../../../i18n/i18n'
import { roleHint } from '../../../labels/server-labels'
import { listAges, UnratedSwitch } from '../access/limit-fields'
import { VisibleSeries } from '../access/visible-series'
import styles from '../settings.module.css'
import { useOfferedRoles } from './role-choice'

type Role = Schemas['User']['role']

export interface AccountKind {
  kind: Role | 'child'
  /** Used only for a child. */
  ageLimit: number
  hidesUnrated: boolean
}

export const usualKind: AccountKind = { kind: 'reader', ageLimit: 10, hidesUnrated: true }

/** Builds the part of the request that depends on the kind. */
export const readKind = ({ kind, ageLimit, hidesUnrated }: AccountKind) =>
  kind === 'child' ? { role: 'reader' as const, ageLimit, hidesUnrated } : { role: kind }

interface KindChoiceProps {
  value: AccountKind
  onChange: (patch: Partial<AccountKind>) => void
}

export function KindChoice({ value: { kind }, onChange }: KindChoiceProps) {
  const offered = useOfferedRoles(kind === 'child' ? 'reader' : kind)
  const child = { value: 'child' as const, label: t('Child') }
  return (
    <div className={styles.withHint}>
      <Select<AccountKind['kind']>
        label={t('Role')}
        choices={offered.flatMap((role) => (role.value === 'reader' ? [role, child] : [role]))}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
      />
      <p className={styles.hint}>
        {kind === 'child' ? t('A reader with an age limit') : roleHint(kind)}
      </p>
    </div>
  )
}

interface ChildFieldsProps extends KindChoiceProps {
  name: string
  /** Other limits of the account. */
  limits: Schemas['AccessPreviewRequest']
}

/** Renders nothing unless the account is for a child. */
export function ChildFields({ value, name, limits, onChange }: ChildFieldsProps) {
  const { kind, ageLimit, hidesUnrated } = value
  if (kind !== 'child') return null
  return (
    <>
      <Select
        label={t('Age limit')}
        choices={listAges(ageLimit)}
        value={String(ageLimit)}
        onChange={(next) => onChange({ ageLimit: Number(next) })}
      />
      <UnratedSwitch
        isLimited
        checked={hidesUnrated}
        onChange={(next) => onChange({ hidesUnrated: next })}
      />
      <VisibleSeries name={name} limits={{ ...limits, ageLimit, hidesUnrated }} />
    </>
  )
}
