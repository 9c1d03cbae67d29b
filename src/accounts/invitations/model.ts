import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  id,
  instant,
  instantText,
  integer,
  list,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
  uniqueList,
} from '../../platform/http/shapes'
import { ageLimitShape, hidesUnratedChoice, hidesUnratedShape, roles } from '../permissions/model'
import { UserCreation } from '../users/model'

const libraryIds = () => nullable(uniqueList(id(), { maxItems: 1000 }))

const invitationMembers = {
  id: id(),
  note: anyText({ description: 'Note about who the invitation is for' }),
  role: oneOf(roles),
  libraryIds: nullable(list(id()), {
    description: 'IDs of the libraries that the new account sees; null means all libraries',
  }),
  ageLimit: ageLimitShape(),
  hidesUnrated: hidesUnratedShape(),
  accessGroupIds: list(id(), {
    description: 'IDs of the access groups that the new account joins',
  }),
  maxUses: integer({ description: 'Number of people who can use the invitation' }),
  usedCount: integer(),
  createdBy: anyText({ description: 'Username of the person who created the invitation' }),
  createdAt: instant(),
  expiresAt: instant(),
}
export const Invitation = named('Invitation', invitationMembers)
export type Invitation = Static<typeof Invitation>
export const Invitations = PageOf(Invitation)
export const InvitationQuery = shape(PageQuery)
export type InvitationQuery = Static<typeof InvitationQuery>

export const NewInvitation = named('NewInvitation', {
  ...invitationMembers,
  token: anyText({ description: 'Secret part of the link; returned only in this response' }),
  path: anyText({ description: 'Path of the link on this server' }),
})

export const InvitationCreation = named('InvitationCreation', {
  note: patchable(text(100)),
  role: patchable(oneOf(roles)),
  libraryIds: patchable(libraryIds()),
  ageLimit: optional(ageLimitShape()),
  hidesUnrated: optional(hidesUnratedChoice()),
  accessGroupIds: patchable(
    uniqueList(id(), {
      maxItems: 100,
      description:
        'IDs of the access groups that the new account joins. Requires system:admin; not allowed for administrator accounts.',
    }),
  ),
  maxUses: patchable(integer({ minimum: 1, maximum: 1000 })),
  expiresAt: patchable(instantText()),
})
export type InvitationCreation = Static<typeof InvitationCreation>

const token = () => text(200, { minLength: 1 })

export const InvitationToken = shape({ token: token() })
export const InvitationView = named('InvitationView', {
  createdBy: anyText(),
  expiresAt: instant(),
})

const { username, email, password } = UserCreation.properties
export const Registration = named('Registration', {
  username,
  email,
  password,
  invitation: patchable(text(200)),
})
export type Registration = Static<typeof Registration>
