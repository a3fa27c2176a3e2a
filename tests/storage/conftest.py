import pytest
from archives import ARRAYS, CONTENT

from treewright.storage import model_file


@pytest.fixture
def path(tmp_path):
    model_file.write(tmp_path / "m.tw", CONTENT, ARRAYS)
    return tmp_path / "m.tw"
