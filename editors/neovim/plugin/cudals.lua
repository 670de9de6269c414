-- What is there before the server is: filetypes of CUDA's headers, and commands.
if vim.g.loaded_cudals or vim.fn.has('nvim-0.11') == 0 then
  return
end
vim.g.loaded_cudals = true

-- Headers that say that they are CUDA's: by a specifier, or by what they include. vim.g.cudals_headers = false leaves them alone.
local words = { '__global__', '__device__', '__host__', 'cuda_runtime', 'cooperative_groups.h', '__CUDACC__' }

local function header(_, bufnr)
  if vim.g.cudals_headers == false or not bufnr or not vim.api.nvim_buf_is_valid(bufnr) then
    return nil
  end
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, 300, false)) do
    for _, word in ipairs(words) do
      if line:find(word, 1, true) then
        return 'cuda'
      end
    end
  end
end

local patterns = {}
for _, extension in ipairs({ 'h', 'hh', 'hpp', 'hxx', 'inl', 'ipp', 'tpp', 'inc' }) do
  patterns['.*%.' .. extension] = { header, { priority = 10 } }
end
vim.filetype.add({ extension = { cuh = 'cuda', hip = 'cuda' }, filename = { ['.cudals.yaml'] = 'yaml.cudals' }, pattern = patterns })

vim.api.nvim_create_user_command('CudalsCheck', function(args)
  require('cudals').check(args.fargs)
end, { nargs = '*', complete = 'file', desc = 'Check files and folders with cudals, into the quickfix list' })
