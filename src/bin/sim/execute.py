import sys

# a file of the folder that sim is run in (html.py, say) must not stand for a package
sys.path = [folder for folder in sys.path if folder]

try:
    import ipykernel  # noqa: F401  the kernel needs it
    import polars  # noqa: F401  and the cells this
    import nbformat
    from jupyter_client.kernelspec import NoSuchKernel
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(41)

sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
notebook = nbformat.read(sys.stdin, as_version=4)
client = NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False, resources={"metadata": {"path": sys.argv[1]}})
try:
    client.execute()
except NoSuchKernel as error:
    print(error, file=sys.stderr)
    sys.exit(41)
except CellExecutionError as error:
    print(error, file=sys.stderr)
    sys.exit(42)
nbformat.validate(notebook)
nbformat.write(notebook, sys.stdout)
