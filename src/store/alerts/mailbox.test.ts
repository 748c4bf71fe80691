import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailboxOf } from './mailbox.ts'

test('all addresses of one mailbox are counted as one', () => {
  const boxes = {
    'anna@example.com': ['Anna@EXAMPLE.com', 'anna+1@example.com', 'anna+a+b@example.com', 'anna+@example.com'],
    'anna@xn--exmple-cua.com': ['anna@exämple.com', 'anna+x@EXÄMPLE.com', 'anna@xn--exmple-cua.com'],
    'annanowak@gmail.com': ['anna.nowak@gmail.com', 'a.n.n.a.nowak+x@GoogleMail.com'],
    'anna.nowak@example.com': ['anna.nowak@example.com'],
    '+anna@example.com': ['+anna@example.com'],
  }
  for (const [mailbox, addresses] of Object.entries(boxes))
    for (const address of addresses) assert.equal(mailboxOf(address).mailbox, mailbox, address)
  assert.equal(mailboxOf('anna+1@Exämple.com').domain, 'xn--exmple-cua.com')
})
