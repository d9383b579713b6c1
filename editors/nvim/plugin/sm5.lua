-- Direct3D shader assembly in Neovim: file type, language server, and the debugger where nvim-dap is installed.
vim.filetype.add({
  extension = {
    asm = function(_, buffer)
      for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 400, false)) do
        if line:match('^%s*[vpghdc]s_[45]_[01]%s*$') then return 'sm5' end
        if not line:match('^%s*//') and line:match('%S') then return 'asm' end
      end
      return 'asm'
    end,
  },
})

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'sm5',
  callback = function(event)
    vim.bo[event.buf].commentstring = '// %s'
    vim.lsp.start({ name = 'sm5', cmd = { 'sm5', 'lsp' }, root_dir = vim.fs.dirname(event.file) })
  end,
})

local has_dap, dap = pcall(require, 'dap')
if has_dap then
  dap.adapters.sm5 = { type = 'executable', command = 'sm5', args = { 'dap' } }
  dap.configurations.sm5 = {
    { type = 'sm5', request = 'launch', name = 'Debug shader', program = '${file}', cwd = '${fileDirname}', stopOnEntry = true },
  }
end
