import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { guard } from './guard'
import { AllRoleRights } from './model'
import { listRoleRights } from './rights'

export const roleRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Users'] }).use(guard(ctx)).get('/roles', () => listRoleRights(), {
    can: 'users:read',
    response: AllRoleRights,
    detail: {
      summary: 'List the permissions of each role',
      description: 'Additional permissions of individual users are not included.',
    },
  })
