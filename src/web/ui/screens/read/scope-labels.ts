import { t } from '../../i18n/i18n'
import type { Scope } from './hooks/use-reader-settings'

export const formatScope = (hasProfile: boolean): Partial<Record<Scope, string>> => ({
  book: t('This book'),
  series: t('This series'),
  ...(hasProfile && { profile: t('This profile') }),
  library: t('This library'),
  user: t('All books'),
})
