-- What Neovim's own client does not do: a status for the statusline and the explanation of a rule.
local M = {}

local statuses = {} -- by buffer

function M.on_status(status)
  local bufnr = vim.uri_to_bufnr(status.uri)
  statuses[bufnr] = status
  vim.api.nvim_exec_autocmds('User', { pattern = 'CudalsStatus', data = status })
  vim.cmd.redrawstatus()
end

--- A word for the statusline: how much of a buffer's device code is understood, with a "?" when flags or headers are
--- missing. Empty for buffers that cudals does not look at.
function M.status(bufnr)
  local status = statuses[bufnr or vim.api.nvim_get_current_buf()]
  if not status then
    return ''
  end
  if status.failure then
    return 'cudals: ' .. status.failure
  end
  local known = status.calls == 0 and 100 or math.floor(100 * status.knownCalls / status.calls)
  local doubt = (status.flags == 'guessed' or status.missingHeaders > 0) and '?' or ''
  return ('cudals %d%%%s'):format(known, doubt)
end

--- Shows the page of a rule: the one named, or that of the finding under the cursor.
function M.explain(rule)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = vim.lsp.get_clients({ name = 'cudals', bufnr = bufnr })[1]
  if not client then
    vim.notify('cudals is not attached to this buffer', vim.log.levels.WARN)
    return
  end
  if not rule or rule == '' then
    local line = vim.api.nvim_win_get_cursor(0)[1] - 1
    for _, d in ipairs(vim.diagnostic.get(bufnr, { lnum = line })) do
      if d.source == 'cudals' then
        rule = tostring(d.code)
        break
      end
    end
  end
  if not rule or rule == '' then
    vim.notify('no finding of cudals on this line', vim.log.levels.WARN)
    return
  end
  client:request('cudals/explain', { rule = rule }, function(err, page)
    if err or not page or page == vim.NIL then
      vim.notify('cudals has no rule ' .. rule, vim.log.levels.WARN)
      return
    end
    vim.lsp.util.open_floating_preview(vim.split(page.markdown, '\n'), 'markdown', { border = 'rounded', focus_id = 'cudals' })
  end, bufnr)
end

function M.on_attach(_, bufnr)
  vim.api.nvim_buf_create_user_command(bufnr, 'CudalsExplain', function(args)
    M.explain(args.args)
  end, { nargs = '?', desc = 'Explain a rule of cudals, or the finding under the cursor' })
  vim.api.nvim_create_autocmd('BufUnload', {
    buffer = bufnr,
    callback = function()
      statuses[bufnr] = nil
    end,
  })
end

return M
